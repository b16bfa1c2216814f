//! Where a `$ref` leads: JSON Pointer (RFC 6901) within the document, resolved to a chunk and a node of it on demand.
//!
//! A target is a chunk, which knows its file, and a node: nothing here assumes that both ends lie in one file, but
//! references into other files are not followed yet and say so. Nothing is ever fetched.

use std::borrow::Cow;

use super::chunks::{
    Chunk, ChunkKey, ChunkName, Section, chunk_key_place, chunk_place, chunk_tree, file_index, find_chunk,
};
use crate::diagnostic::{Place, did_you_mean};
use crate::inputs::{Db, File};
use crate::parse::tree::{NodeId, NodeRef};

/// A chain of references longer than this is taken for a mistake.
const MOST_HOPS: usize = 64;

/// A value of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) struct Target<'db> {
    /// The chunk that holds it; the file is the chunk's.
    pub(crate) chunk: Chunk<'db>,
    /// The value in the chunk's tree.
    pub(crate) node: NodeId,
}

impl<'db> Target<'db> {
    /// The whole chunk.
    pub(crate) fn root(db: &'db dyn Db, chunk: Chunk<'db>) -> Self {
        Self { chunk, node: chunk_tree(db, chunk).root().id() }
    }

    /// The value itself.
    pub(crate) fn node(self, db: &'db dyn Db) -> NodeRef<'db> {
        chunk_tree(db, self.chunk).node(self.node)
    }

    /// The key of a member's value, which stands right before it; of the whole chunk the chunk itself.
    pub(crate) fn key(self, db: &'db dyn Db) -> Self {
        let key = self.node.0.checked_sub(1).filter(|_| self.node != chunk_tree(db, self.chunk).root().id());
        Self { chunk: self.chunk, node: key.map_or(self.node, NodeId) }
    }

    /// Where it stands; a chunk stands where its key does. For reporting.
    pub(crate) fn place(self, db: &'db dyn Db) -> Place {
        if self.node == chunk_tree(db, self.chunk).root().id() {
            chunk_key_place(db, self.chunk)
        } else {
            chunk_place(db, self.chunk, self.node)
        }
    }

    /// Another value of the same chunk.
    pub(crate) fn at(self, node: NodeRef<'_>) -> Self {
        Self { chunk: self.chunk, node: node.id() }
    }
}

/// Why a reference leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reason {
    /// There is nothing at that address.
    Missing,
    /// It is on the network; nothing is fetched.
    Remote,
    /// It names another file.
    OtherFile,
    /// It is an absolute path, or leads out of the project's folder.
    Outside,
    /// It is no JSON Pointer: an anchor, or an invalid escape.
    NotAPointer,
    /// It leads to the document, or a whole section of it.
    TooWide,
    /// It leads back to itself.
    Cycle,
}

impl Reason {
    /// The reason in words, to follow the reference's text.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Missing => "leads nowhere",
            Self::Remote => "is remote and never fetched",
            Self::OtherFile => "names another file",
            Self::Outside => "leads out of the project",
            Self::NotAPointer => "is no JSON Pointer",
            Self::TooWide => "leads to a whole section of the document",
            Self::Cycle => "leads back to itself",
        }
    }
}

/// A reference that leads nowhere, kept so that the reader sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unresolved {
    /// The reference as written.
    pub(crate) text: Box<str>,
    pub(crate) reason: Reason,
}

/// A chunk, and the rest of the pointer below it: empty, or beginning with `/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Located<'db, 'r> {
    pub(crate) chunk: Chunk<'db>,
    pub(crate) rest: &'r str,
}

/// The pointer of a reference within its own document, percent-decoded.
fn local_pointer(reference: &str) -> Result<Cow<'_, str>, Reason> {
    let Some(fragment) = reference.strip_prefix('#') else {
        let scheme = reference.split_once(':').map(|(scheme, _)| scheme);
        let is_scheme = |text: &str| text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        return Err(match scheme {
            Some("file") => Reason::Outside,
            Some(scheme) if is_scheme(scheme) => Reason::Remote,
            // `C:\x` is an absolute path too.
            Some(_) => Reason::Outside,
            None if reference.starts_with("//") => Reason::Remote,
            None if reference.starts_with(['/', '\\']) => Reason::Outside,
            None => Reason::OtherFile,
        });
    };
    let pointer = percent_decoded(fragment).ok_or(Reason::NotAPointer)?;
    if pointer.is_empty() || pointer.starts_with('/') { Ok(pointer) } else { Err(Reason::NotAPointer) }
}

/// `text` with `%2F` and the like decoded; `None` for a wrong escape or what is no UTF-8.
fn percent_decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
            let value = digit(at + 1)? * 16 + digit(at + 2)?;
            decoded.push(u8::try_from(value).ok()?);
            at += 3;
        } else {
            decoded.push(byte);
            at += 1;
        }
    }
    String::from_utf8(decoded).ok().map(Cow::Owned)
}

/// A reference token with `~1` and `~0` decoded; `None` for any other `~`.
pub(crate) fn decode_token(token: &str) -> Option<Cow<'_, str>> {
    if !token.contains('~') {
        return Some(Cow::Borrowed(token));
    }
    let mut decoded = String::with_capacity(token.len());
    let mut chars = token.chars();
    while let Some(c) = chars.next() {
        match c {
            '~' => decoded.push(match chars.next()? {
                '0' => '~',
                '1' => '/',
                _ => return None,
            }),
            c => decoded.push(c),
        }
    }
    Some(Cow::Owned(decoded))
}

/// The first token of a pointer, decoded, and the rest.
fn next_token(pointer: &str) -> Option<(Cow<'_, str>, &str)> {
    let rest = pointer.strip_prefix('/')?;
    let end = rest.find('/').unwrap_or(rest.len());
    Some((decode_token(&rest[..end])?, &rest[end..]))
}

/// The last token of a reference, decoded: the name of a component.
pub(crate) fn last_token(reference: &str) -> Cow<'_, str> {
    let token = reference.rsplit(['/', '#']).next().unwrap_or(reference);
    match percent_decoded(token) {
        Some(Cow::Borrowed(token)) => decode_token(token).unwrap_or(Cow::Borrowed(token)),
        Some(Cow::Owned(token)) => Cow::Owned(decode_token(&token).map_or_else(|| token.clone(), Cow::into_owned)),
        None => Cow::Borrowed(token),
    }
}

/// The chunk that a pointer leads into.
fn locate<'db, 'r>(db: &'db dyn Db, file: File, pointer: &'r str) -> Result<Located<'db, 'r>, Reason> {
    let (first, rest) =
        next_token(pointer).ok_or(if pointer.is_empty() { Reason::TooWide } else { Reason::Missing })?;
    let section = match &*first {
        "paths" => Section::Paths,
        "webhooks" => Section::Webhooks,
        "components" => Section::Components,
        name => {
            let key = ChunkKey { section: Section::Root, name: name.into(), member: "".into() };
            let chunk = find_chunk(db, ChunkName::new(db, file, key)).ok_or(Reason::Missing)?;
            return Ok(Located { chunk, rest });
        }
    };
    let token = |pointer: &'r str| {
        next_token(pointer).ok_or(if pointer.is_empty() { Reason::TooWide } else { Reason::NotAPointer })
    };
    let (name, rest) = token(rest)?;
    let (member, rest) = token(rest)?;
    let key = ChunkKey { section, name: name.into(), member: member.into() };
    let chunk = find_chunk(db, ChunkName::new(db, file, key)).ok_or(Reason::Missing)?;
    Ok(Located { chunk, rest })
}

/// The node below `node` that a pointer leads to.
pub(crate) fn descend<'t>(node: NodeRef<'t>, pointer: &str) -> Option<NodeRef<'t>> {
    let mut node = node;
    let mut rest = pointer;
    while !rest.is_empty() {
        let (token, after) = next_token(rest)?;
        node = if node.is_array() {
            // RFC 6901, section 4: digits without leading zeros.
            if token.is_empty()
                || (token.len() > 1 && token.starts_with('0'))
                || !token.bytes().all(|b| b.is_ascii_digit())
            {
                return None;
            }
            node.items().nth(token.parse().ok()?)?
        } else {
            node.get(&token)?
        };
        rest = after;
    }
    Some(node)
}

/// Hands the chunk that a reference leads into, and the pointer below it, to `then`.
pub(crate) fn with_located<'db, T>(
    db: &'db dyn Db,
    from: Chunk<'db>,
    reference: &str,
    then: impl FnOnce(Located<'db, '_>) -> Option<T>,
) -> Result<T, Unresolved> {
    local_pointer(reference)
        .and_then(|pointer| then(locate(db, from.file(db), &pointer)?).ok_or(Reason::Missing))
        .map_err(|reason| Unresolved { text: reference.into(), reason })
}

/// The value that a reference in the chunk `from` leads to; it may be a reference itself.
pub(crate) fn resolve<'db>(db: &'db dyn Db, from: Chunk<'db>, reference: &str) -> Result<Target<'db>, Unresolved> {
    with_located(db, from, reference, |Located { chunk, rest }| {
        let node = descend(chunk_tree(db, chunk).root(), rest)?;
        Some(Target { chunk, node: node.id() })
    })
}

/// The value itself, or the one that its chain of references leads to.
pub(crate) fn follow<'db>(db: &'db dyn Db, target: Target<'db>) -> Result<Target<'db>, Unresolved> {
    let mut target = target;
    let mut last = "";
    for _ in 0..MOST_HOPS {
        let Some(reference) = target.node(db).get_str("$ref") else { return Ok(target) };
        target = resolve(db, target.chunk, reference)?;
        last = reference;
    }
    Err(Unresolved { text: last.into(), reason: Reason::Cycle })
}

/// "did you mean …" for a reference that leads to no component: the nearest name of the same kind.
pub(crate) fn suggest_component(db: &dyn Db, file: File, reference: &str) -> Option<String> {
    let (prefix, name) = reference.rsplit_once('/')?;
    let kind = prefix.strip_prefix("#/components/")?;
    let decoded = last_token(name);
    let names = file_index(db, file).chunks.iter().filter_map(|chunk| {
        let key = chunk.key(db);
        (key.section == Section::Components && &*key.name == kind).then_some(&*key.member)
    });
    did_you_mean(&decoded, names)
}

#[cfg(test)]
mod tests {
    use super::{Reason, Target, descend, follow, local_pointer, resolve};
    use crate::parse::tree::{Limits, Tree};
    use crate::resolve::fixture::{chunk, spec};

    #[test]
    fn pointers_are_exact() {
        let text = r##"{"a/b": {"{id}": [10, 11]}, "": {"": 1}, "m~n": 2}"##;
        let tree = Tree::from_json(text, Limits::default()).tree;
        let at = |reference: &str| {
            let pointer = local_pointer(reference).ok()?;
            descend(tree.root(), &pointer).map(|node| node.to_json())
        };
        assert_eq!(at("#/a~1b/%7Bid%7D/1").as_deref(), Some("11"));
        assert_eq!(at("#//").as_deref(), Some("1"));
        assert_eq!(at("#/m~0n").as_deref(), Some("2"));
        for wrong in ["#/a~1b/%7Bid%7D/01", "#/a~1b/%7Bid%7D/-1", "#/a~1b/", "#/m~2n", "#/%zz", "#foo", "x.yaml#/a"] {
            assert_eq!(at(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn says_why_nothing_is_there() {
        for (reference, reason) in [
            ("https://e.test/x", Reason::Remote),
            ("//e.test/x", Reason::Remote),
            ("file:///etc/passwd", Reason::Outside),
            ("/etc/passwd", Reason::Outside),
            ("C:\\x", Reason::Outside),
            ("\\\\host\\x", Reason::Outside),
            ("other.yaml#/a", Reason::OtherFile),
            ("#anchor", Reason::NotAPointer),
        ] {
            assert_eq!(local_pointer(reference), Err(reason), "{reference}");
        }
    }

    #[test]
    fn follows_chains_and_ends_on_cycles() {
        let (inputs, file) = spec(
            r##"{"openapi": "3.1.0", "components": {"schemas": {
                "A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/C/properties/x"},
                "C": {"properties": {"x": {"type": "string"}}},
                "L": {"$ref": "#/components/schemas/M"}, "M": {"$ref": "#/components/schemas/L"},
                "S": {"$ref": "#/components/schemas/S"}, "N": {"$ref": "#/components/schemas/Nope"}}}}"##,
        );
        let db = inputs.db();
        let at = |name: &str| follow(db, Target::root(db, chunk(db, file, "components/schemas", name)));
        assert_eq!(at("A").unwrap().node(db).to_json(), r#"{"type":"string"}"#);
        assert_eq!(at("L").unwrap_err().reason, Reason::Cycle);
        assert_eq!(at("S").unwrap_err().reason, Reason::Cycle);
        assert_eq!(at("N").unwrap_err().reason, Reason::Missing);
        let from = chunk(db, file, "components/schemas", "A");
        assert_eq!(resolve(db, from, "#").unwrap_err().reason, Reason::TooWide);
        assert_eq!(resolve(db, from, "#/components/schemas").unwrap_err().reason, Reason::TooWide);
    }
}
