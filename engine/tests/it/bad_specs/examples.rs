//! Examples that contradict the schema they stand beside are named, at the value that does; what is not certain is not.

use super::{of_spec, project};

/// A spec of that version whose media type, parameter and schemas have these members.
fn spec(version: &str, media: &str, parameter: &str, schemas: &str) -> String {
    format!(
        "openapi: {version}\ninfo: {{title: T, version: '1'}}\npaths:\n  /a:\n    get:\n      parameters:\n        \
         - {{name: q, in: query, {parameter}}}\n      responses:\n        '200':\n          description: OK\n          \
         content:\n            application/json:\n{media}\ncomponents:\n  schemas:\n{schemas}\n  examples:\n    \
         Far: {{value: {{id: x}}}}\n"
    )
}

const PET: &str = "    Pet:
      type: object
      required: [id, name, made]
      properties:
        id: {type: integer, minimum: 1}
        name: {type: string, minLength: 2, nullable: true}
        made: {type: string, readOnly: true}
        kind: {enum: [cat, dog]}
        tags: {type: array, maxItems: 1, items: {type: string}}
        any: {anyOf: [{type: integer}, {type: object, additionalProperties: false}]}";

const MEDIA: &str = "              schema: {$ref: '#/components/schemas/Pet'}
              examples:
                good: {value: {id: 1, name: ab}}
                none: {value: {id: 1, name: null}}
                type: {value: {id: '1', name: ab}}
                range: {value: {id: 0, name: ab}}
                short: {value: {id: 1, name: a}}
                lacks: {value: {name: ab}}
                value: {value: {id: 1, name: ab, kind: cow}}
                items: {value: {id: 1, name: ab, tags: [a, b]}}
                item: {value: {id: 1, name: ab, tags: [7]}}
                neither: {value: {id: 1, name: ab, any: {b: 1}}}
                far: {$ref: '#/components/examples/Far'}
                text: {value: '<pet id=\"1\"/>'}
                elsewhere: {externalValue: 'https://a.test/pet.json'}
                blank: {value: }";

#[test]
fn examples_that_contradict_their_schemas_are_named() {
    let old = project("openapi.yaml", spec("3.0.3", MEDIA, "example: x, schema: {type: integer, enum: [1]}", PET));
    insta::assert_snapshot!(of_spec(&old));
}

#[test]
fn a_check_that_takes_too_long_finds_nothing() {
    let found = |count: usize| {
        let known: Vec<String> = (0..count).map(|number| number.to_string()).collect();
        let last = known.last().unwrap().clone();
        let schema = format!("schema: {{type: array, items: {{enum: [{}]}}}}", known.join(", "));
        let example = format!("example: [{}, x]", vec![last; count].join(", "));
        let parameter = format!("{example}, {schema}");
        let said = of_spec(&project("openapi.yaml", spec("3.1.0", "              {}", &parameter, "    A: {}")));
        said.matches("example-mismatch").count()
    };
    assert_eq!((found(30), found(1000)), (1, 0));
    let found = |count: usize| {
        let known: Vec<String> = (0..count).map(|number| number.to_string()).collect();
        let parameter = format!("example: x, schema: {{enum: [{}]}}", known.join(", "));
        let said = of_spec(&project("openapi.yaml", spec("3.1.0", "              {}", &parameter, "    A: {}")));
        said.matches("example-mismatch").count()
    };
    assert_eq!((found(4000), found(5000)), (1, 0));
}

#[test]
fn a_bound_that_is_excluded_is_named_with_its_flag() {
    let schemas = "    A: {type: integer, minimum: 10, exclusiveMinimum: true, example: 10}
    B: {type: integer, maximum: 10, exclusiveMaximum: true, example: 10}
    C: {type: integer, maximum: 10, exclusiveMaximum: true, example: 11}
    D: {type: integer, minimum: 10, exclusiveMinimum: false, example: 10}";
    let said = of_spec(&project("openapi.yaml", spec("3.0.3", "              {}", "schema: {}", schemas)));
    let messages: Vec<&str> = said.lines().filter(|line| line.starts_with("example-mismatch")).collect();
    assert_eq!(messages.len(), 3, "{said}");
    for (message, expected) in messages.iter().zip([
        "`minimum` is 10 and `exclusiveMinimum` excludes it",
        "`maximum` is 10 and `exclusiveMaximum` excludes it",
        "`maximum` is 10, found 11",
    ]) {
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn what_is_not_certain_is_not_said() {
    let schemas = "    A: {type: string, format: date, pattern: '^x$', example: y, x-y: {example: 1}}
    B: {not: {type: string}, example: y}
    C: {if: true, then: false, example: y}
    D: {$ref: 'https://a.test/x', example: y}
    E: {type: file, example: 1}
    F: {type: integer, examples: [1.0, 1e3, 12345678901234567890]}
    G: {properties: {a: {type: string}}, example: text}
    H: {oneOf: [{type: integer}, {type: number}], example: 1}
    I: {$ref: '#/components/schemas/I', example: y}
    J: {type: object, patternProperties: {'^a': {}}, additionalProperties: false, example: {b: 1}}
    K: {type: number, minimum: .inf, example: 1}
    L: {allOf: [{required: [a]}, {properties: {a: {readOnly: true}}}], example: {}}
    M: {type: array, prefixItems: [{type: integer}], items: {type: string}, example: [1, a]}";
    let media = "              schema: {type: string}\n              example: a";
    let found = of_spec(&project("openapi.yaml", spec("3.1.0", media, "schema: {type: string}", schemas)));
    assert!(!found.contains("example-mismatch"), "{found}");
}

#[test]
fn examples_are_checked_down_to_a_depth() {
    let found = |levels: usize| {
        let example = format!("{}{{v: 1}}{}", "{n: ".repeat(levels), "}".repeat(levels));
        let schema = "    N: {type: object, properties: {n: {$ref: '#/components/schemas/N'}, v: {type: string}}}";
        let parameter = format!("example: {example}, schema: {{$ref: '#/components/schemas/N'}}");
        of_spec(&project("openapi.yaml", spec("3.1.0", "              {}", &parameter, schema)))
            .matches("example-mismatch")
            .count()
    };
    // Each level is a member and a reference.
    assert_eq!((found(31), found(32)), (1, 0));
}

/// OpenAPI 3.0 has no `const` and no `prefixItems`.
#[test]
fn keywords_count_in_the_versions_that_have_them() {
    let schemas = "    A: {const: 1, example: 2}\n    B: {type: array, prefixItems: [{type: integer}], example: [x]}";
    let media = "              schema: {type: string}\n              example: a";
    let found = |version| of_spec(&project("openapi.yaml", spec(version, media, "schema: {type: string}", schemas)));
    let newer = found("3.1.0");
    assert!(newer.contains("`2` is not the value of `const`"), "{newer}");
    assert_eq!(newer.matches("example-mismatch").count(), 2, "{newer}");
    let older = found("3.0.3");
    assert!(!older.contains("example-mismatch"), "{older}");
}

/// Schemas whose alternatives refer to each other take no more time than the bound allows.
#[test]
fn examples_of_exponential_schemas_end_soon() {
    let mut schemas = String::new();
    for depth in 0..40 {
        let next = depth + 1;
        schemas.push_str(&format!(
            "    S{depth}: {{anyOf: [{{$ref: '#/components/schemas/S{next}'}}, {{$ref: '#/components/schemas/S{next}'}}]}}\n"
        ));
    }
    schemas.push_str("    S40: {type: integer}");
    let media = "              schema: {$ref: '#/components/schemas/S0'}\n              example: {a: b}";
    let text = spec("3.1.0", media, "schema: {type: string}", &schemas);
    let found = super::in_time(move || of_spec(&project("openapi.yaml", text)));
    assert!(!found.contains("example-mismatch"), "{found}");
}
