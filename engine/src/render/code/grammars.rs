//! The tables of words, one for each programming language.

use super::words::{Quote, Words};

const fn line(open: &'static str) -> Quote {
    Quote { open, close: open, lines: false, escape: Some(b'\\'), code: None }
}

const fn lines(open: &'static str) -> Quote {
    Quote { lines: true, ..line(open) }
}

const fn raw(open: &'static str, close: &'static str) -> Quote {
    Quote { close, escape: None, ..lines(open) }
}

const fn with_code(quote: Quote, open: &'static str, bracket: u8, close: u8) -> Quote {
    Quote { code: Some((open, bracket, close)), ..quote }
}

const QUOTES: &[Quote] = &[line("\""), line("'")];
const TRIPLE_QUOTES: &[Quote] = &[lines("\"\"\""), line("\""), line("'")];

/// Keywords, in byte order. A keyword that is not an identifier follows `;`.
macro_rules! words {
    ($($word:ident)* $(; $other:literal $($further:ident)*)?) => {
        &[$(stringify!($word),)* $($other, $(stringify!($further),)*)?]
    };
}

/// The common syntax of languages with braces.
const BRACES: Words = Words {
    keywords: &[],
    line_comments: &["//"],
    block_comment: Some(("/*", "*/")),
    strings: QUOTES,
    fold_case: false,
    types: true,
    labels: false,
    prefixes: false,
    regexes: false,
    tags: false,
    lifetimes: false,
    symbols: false,
    directives: false,
    sigils: b"",
    in_words: b"",
};

/// JavaScript, including JSX.
pub(super) const JAVASCRIPT: Words = Words {
    keywords: words![
        as async await break case catch class const continue debugger default delete do else export extends false
        finally for from function get if import in instanceof let new null of return set static super switch this throw
        true try typeof undefined var void while with yield
    ],
    strings: &[line("\""), line("'"), with_code(lines("`"), "${", b'{', b'}')],
    labels: true,
    regexes: true,
    tags: true,
    sigils: b"@",
    in_words: b"$",
    ..BRACES
};

/// TypeScript.
pub(super) const TYPESCRIPT: Words = Words {
    keywords: words![
        abstract any as asserts async await bigint boolean break case catch class const continue debugger declare
        default delete do else enum export extends false finally for from function get if implements import in infer
        instanceof interface is keyof let module namespace never new null number object of override private protected
        public readonly require return satisfies set static string super switch symbol this throw true try type typeof
        undefined unique unknown var void while with yield
    ],
    tags: false,
    ..JAVASCRIPT
};

/// TypeScript with JSX.
pub(super) const TSX: Words = Words { tags: true, ..TYPESCRIPT };

/// Python.
pub(super) const PYTHON: Words = Words {
    keywords: words![
        False None True and as assert async await break case class continue def del elif else except finally for from
        global if import in is lambda match nonlocal not or pass raise return self try while with yield
    ],
    line_comments: &["#"],
    block_comment: None,
    strings: &[lines("\"\"\""), lines("'''"), line("\""), line("'")],
    prefixes: true,
    sigils: b"@",
    ..BRACES
};

/// Go.
pub(super) const GO: Words = Words {
    keywords: words![
        any bool break byte case chan const continue default defer else error fallthrough false float32 float64 for
        func go goto if import int int16 int32 int64 int8 interface iota map nil package range return rune select
        string struct switch true type uint uint16 uint32 uint64 uint8 var
    ],
    strings: &[line("\""), line("'"), raw("`", "`")],
    labels: true,
    ..BRACES
};

/// Rust.
pub(super) const RUST: Words = Words {
    keywords: words![
        Self as async await bool break char const continue crate dyn else enum extern f32 f64 false fn for i128 i16 i32
        i64 i8 if impl in isize let loop match mod move mut pub ref return self static str struct super trait true type
        u128 u16 u32 u64 u8 union unsafe use usize where while yield
    ],
    strings: &[lines("\"")],
    labels: true,
    prefixes: true,
    lifetimes: true,
    ..BRACES
};

/// Java.
pub(super) const JAVA: Words = Words {
    keywords: words![
        abstract assert boolean break byte case catch char class const continue default do double else enum extends
        false final finally float for goto if implements import instanceof int interface long native new null package
        permits private protected public record return sealed short static strictfp super switch synchronized this
        throw throws transient true try var void volatile while yield
    ],
    strings: TRIPLE_QUOTES,
    sigils: b"@",
    ..BRACES
};

/// C#.
pub(super) const CSHARP: Words = Words {
    keywords: words![
        abstract as async await base bool break byte case catch char checked class const continue decimal default
        delegate do double dynamic else enum event explicit extern false finally fixed float for foreach get goto if
        implicit in init int interface internal is lock long nameof namespace new null object operator out override
        params partial private protected public readonly record ref required return sbyte sealed set short sizeof
        stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using
        value var virtual void volatile when where while with yield
    ],
    strings: &[
        lines("\"\"\""),
        raw("@\"", "\""),
        raw("$@\"", "\""),
        Quote { close: "\"", ..line("$\"") },
        line("\""),
        line("'"),
    ],
    labels: true,
    directives: true,
    ..BRACES
};

/// PHP.
pub(super) const PHP: Words = Words {
    keywords: words![
        abstract and array as bool break callable case catch class clone const continue declare default die do echo
        else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum exit extends false final finally
        float fn for foreach function global goto if implements include include_once instanceof insteadof int interface
        isset iterable list match mixed namespace never new null object or parent print private protected public
        readonly require require_once return self static string switch throw trait true try unset use var void while
        xor yield
    ],
    line_comments: &["//", "#"],
    strings: &[lines("\""), lines("'")],
    sigils: b"$",
    ..BRACES
};

/// Ruby.
pub(super) const RUBY: Words = Words {
    keywords: words![
        BEGIN END alias and attr_accessor attr_reader attr_writer begin break case class def; "defined?" do else elsif
        end ensure extend false for if in include lambda loop module next nil not or prepend private proc protected
        public raise redo require require_relative rescue retry return self super then true undef unless until when
        while yield
    ],
    line_comments: &["#"],
    block_comment: None,
    strings: &[with_code(lines("\""), "#{", b'{', b'}'), lines("'")],
    labels: true,
    regexes: true,
    symbols: true,
    sigils: b"@$",
    in_words: b"?!",
    ..BRACES
};

/// Kotlin.
pub(super) const KOTLIN: Words = Words {
    keywords: words![
        abstract actual annotation as break by catch class companion const constructor continue crossinline data do
        else enum expect external false final finally for fun get if import in infix init inline inner interface
        internal is it lateinit noinline null object open operator out override package private protected public
        reified return sealed set super suspend tailrec this throw true try typealias val value var vararg when where
        while
    ],
    strings: &[
        with_code(raw("\"\"\"", "\"\"\""), "${", b'{', b'}'),
        with_code(line("\""), "${", b'{', b'}'),
        line("'"),
    ],
    sigils: b"@",
    ..BRACES
};

/// Swift.
pub(super) const SWIFT: Words = Words {
    keywords: words![
        Any Self actor any as associatedtype async await break case catch class continue convenience default defer
        deinit do else enum extension fallthrough false fileprivate final for func get guard if import in indirect init
        inout internal is lazy let mutating nil nonisolated nonmutating open operator override private protocol public
        repeat required rethrows return self set some static struct subscript super switch throw throws true try
        typealias unowned var weak where while
    ],
    strings: &[with_code(lines("\"\"\""), "\\(", b'(', b')'), with_code(line("\""), "\\(", b'(', b')')],
    labels: true,
    directives: true,
    sigils: b"@$",
    ..BRACES
};

/// C.
pub(super) const C: Words = Words {
    keywords: words![
        NULL auto bool break case char const constexpr continue default do double else enum extern false float for goto
        if inline int int16_t int32_t int64_t int8_t long nullptr register restrict return short signed size_t sizeof
        static struct switch true typedef uint16_t uint32_t uint64_t uint8_t union unsigned void volatile while
    ],
    directives: true,
    ..BRACES
};

/// C++.
pub(super) const CPP: Words = Words {
    keywords: words![
        NULL alignas alignof and auto bool break case catch char char16_t char32_t char8_t class co_await co_return
        co_yield concept const const_cast consteval constexpr constinit continue decltype default delete do double
        dynamic_cast else enum explicit export extern false final float for friend goto if import inline int int16_t
        int32_t int64_t int8_t long module mutable namespace new noexcept not nullptr operator or override private
        protected public register reinterpret_cast requires restrict return short signed size_t sizeof static
        static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename
        uint16_t uint32_t uint64_t uint8_t union unsigned using virtual void volatile wchar_t while xor
    ],
    directives: true,
    ..BRACES
};

/// Objective-C.
pub(super) const OBJECTIVE_C: Words = Words {
    keywords: words![
        BOOL IBAction IBOutlet NO NULL YES assign atomic auto bool break case char const constexpr continue copy
        default do double else enum extern false float for goto id if in inline instancetype int int16_t int32_t
        int64_t int8_t long nil nonatomic nonnull nullable nullptr out readonly readwrite register restrict retain
        return self short signed size_t sizeof static strong struct super switch true typedef uint16_t uint32_t
        uint64_t uint8_t union unsigned void volatile weak while
    ],
    directives: true,
    labels: true,
    sigils: b"@",
    ..BRACES
};

/// Scala.
pub(super) const SCALA: Words = Words {
    keywords: words![
        abstract case catch class def derives do else end enum export extends extension false final finally for forSome
        given if implicit import infix inline lazy match new null object opaque open override package private protected
        return sealed super then this throw trait transparent true try type using val var while with yield
    ],
    strings: TRIPLE_QUOTES,
    sigils: b"@",
    ..BRACES
};

/// Dart.
pub(super) const DART: Words = Words {
    keywords: words![
        abstract as assert async await base bool break case catch class const continue covariant default deferred do
        double dynamic else enum export extends extension external factory false final finally for get hide if
        implements import in int interface is late library mixin new null num on operator part required rethrow return
        sealed set show static super switch sync this throw true try typedef var void when while with yield
    ],
    strings: TRIPLE_QUOTES,
    labels: true,
    sigils: b"@",
    ..BRACES
};

/// Groovy.
pub(super) const GROOVY: Words = Words {
    keywords: words![
        abstract as assert boolean break byte case catch char class const continue def default do double else enum
        extends false final finally float for goto if implements import in instanceof int interface it long native new
        null package permits private protected public record return sealed short static strictfp super switch
        synchronized this throw throws trait transient true try var void volatile while yield
    ],
    strings: TRIPLE_QUOTES,
    labels: true,
    sigils: b"@",
    ..BRACES
};

/// PowerShell.
pub(super) const POWERSHELL: Words = Words {
    keywords: words![
        begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach from
        function hidden if in param process return static switch throw trap try until using while workflow
    ],
    line_comments: &["#"],
    block_comment: Some(("<#", "#>")),
    strings: &[
        raw("@\"", "\"@"),
        raw("@'", "'@"),
        Quote { escape: Some(b'`'), ..lines("\"") },
        Quote { escape: None, ..lines("'") },
    ],
    fold_case: true,
    sigils: b"$",
    in_words: b"-",
    ..BRACES
};

/// SQL, with the keywords that its dialects share.
pub(super) const SQL: Words = Words {
    keywords: words![
        add all alter and any array as asc autoincrement begin between bigint bigserial bit blob boolean by bytea
        cascade case cast char character check collate column commit conflict constraint create cross current_date
        current_time current_timestamp database date datetime decimal declare default delete desc distinct do double
        drop else end enum escape except exists explain extension false fetch first float for foreign from full
        function generated grant group having identity if ilike in index inner insert int integer intersect interval
        into is join json jsonb key language last lateral left like limit materialized merge natural next no not
        nothing null nulls numeric offset on only or order outer over partition precision primary procedure real
        recursive references replace restrict return returning returns revoke right rollback row rows schema select
        sequence serial set smallint table temporary text then time timestamp timestamptz tinyint to transaction
        trigger true truncate type union unique update upsert using uuid values varchar view when where window with
        without
    ],
    line_comments: &["--"],
    strings: &[Quote { escape: None, ..lines("'") }, Quote { escape: None, ..lines("\"") }],
    fold_case: true,
    types: false,
    sigils: b"$@",
    ..BRACES
};

/// GraphQL.
pub(super) const GRAPHQL: Words = Words {
    keywords: words![
        directive enum extend false fragment implements input interface mutation null on query repeatable scalar schema
        subscription true type union
    ],
    line_comments: &["#"],
    block_comment: None,
    strings: TRIPLE_QUOTES,
    labels: true,
    sigils: b"$@",
    ..BRACES
};

/// Protocol buffers.
pub(super) const PROTOBUF: Words = Words {
    keywords: words![
        bool bytes double enum extend extensions false fixed32 fixed64 float import int32 int64 map max message oneof
        option optional package public repeated required reserved returns rpc service sfixed32 sfixed64 sint32 sint64
        stream string syntax to true uint32 uint64
    ],
    ..BRACES
};

/// R.
pub(super) const R: Words = Words {
    keywords: words![FALSE Inf NA NULL NaN TRUE break else for function if in library next repeat require return while],
    line_comments: &["#"],
    block_comment: None,
    strings: &[lines("\""), lines("'")],
    in_words: b".",
    ..BRACES
};

/// Elixir.
pub(super) const ELIXIR: Words = Words {
    keywords: words![
        after alias and case catch cond def defdelegate defexception defguard defimpl defmacro defmodule defp
        defprotocol defstruct do else end false fn for if import in nil not or quote raise receive require rescue super
        true try unless unquote use when with
    ],
    line_comments: &["#"],
    block_comment: None,
    strings: &[with_code(lines("\"\"\""), "#{", b'{', b'}'), with_code(lines("\""), "#{", b'{', b'}'), line("'")],
    labels: true,
    symbols: true,
    sigils: b"@",
    in_words: b"?!",
    ..BRACES
};

/// The language of Terraform.
pub(super) const HCL: Words = Words {
    keywords: words![
        bool check data dynamic false for for_each if import in list local locals map module moved null number object
        output provider resource set string terraform true tuple variable
    ],
    line_comments: &["#", "//"],
    strings: &[with_code(line("\""), "${", b'{', b'}')],
    types: false,
    ..BRACES
};

/// Every table, for tests.
#[cfg(test)]
pub(super) const ALL: &[Words] = &[
    JAVASCRIPT,
    TYPESCRIPT,
    TSX,
    PYTHON,
    GO,
    RUST,
    JAVA,
    CSHARP,
    PHP,
    RUBY,
    KOTLIN,
    SWIFT,
    C,
    CPP,
    OBJECTIVE_C,
    SCALA,
    DART,
    GROOVY,
    POWERSHELL,
    SQL,
    GRAPHQL,
    PROTOBUF,
    R,
    ELIXIR,
    HCL,
];
