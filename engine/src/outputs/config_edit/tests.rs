//! What an edit changes, and that it changes nothing else.

use super::{ConfigSource, NewValue};

fn entry(id: &str) -> NewValue {
    NewValue::Object(vec![("id", NewValue::String(id.to_owned())), ("method", NewValue::String("GET".to_owned()))])
}

fn group() -> NewValue {
    NewValue::Object(vec![
        ("group", NewValue::String("A \"b\" \\ é\n".to_owned())),
        ("pages", NewValue::Array(vec![NewValue::String("x".to_owned()), entry("y")])),
    ])
}

/// Adds a member, an item at the end of `sidebar` and one before its first.
fn edit(text: &str) -> String {
    let source = ConfigSource::read(text).unwrap();
    let mut edit = source.edit(text);
    edit.append_members(source.root(), &[("openapi", NewValue::String("api.yaml".to_owned()))]);
    if let Some(sidebar) = source.root().get("sidebar") {
        edit.append_items(sidebar, &[group()]);
        if sidebar.items().next().is_some() {
            edit.prepend_item(sidebar, &NewValue::Object(vec![("group", NewValue::String("First".to_owned()))]));
        }
    }
    let edited = edit.finish().unwrap();
    assert!(is_subsequence(text, &edited), "something else was changed:\n{edited}");
    assert!(ConfigSource::read(&edited).is_ok(), "no longer JSON:\n{edited}");
    edited
}

fn is_subsequence(old: &str, new: &str) -> bool {
    let mut new = new.chars();
    old.chars().all(|c| new.any(|other| other == c))
}

#[test]
fn members_go_to_the_end_in_the_file_s_own_style() {
    insta::assert_snapshot!(edit("{\n    \"name\": \"x\",\n    \"sidebar\": [\n        { \"group\": \"Mine\", \"pages\": [] }\n    ]\n}\n"), @r#"
    {
        "name": "x",
        "sidebar": [
            { "group": "First" },
            { "group": "Mine", "pages": [] },
            {
                "group": "A \"b\" \\ é\n",
                "pages": [
                    "x",
                    { "id": "y", "method": "GET" }
                ]
            }
        ],
        "openapi": "api.yaml"
    }
    "#);
}

#[test]
fn one_line_files_stay_as_they_are_but_for_the_insertion() {
    insta::assert_snapshot!(edit(r#"{"name":"x","sidebar":[{"group":"Mine"}]}"#), @r#"
    {"name":"x","sidebar":[
      { "group": "First" },
      {"group":"Mine"},
      {
        "group": "A \"b\" \\ é\n",
        "pages": [
          "x",
          { "id": "y", "method": "GET" }
        ]
      }
    ],
      "openapi": "api.yaml"
    }
    "#);
}

#[test]
fn empty_containers_are_filled() {
    insta::assert_snapshot!(edit("{ }"), @r#"
    {
      "openapi": "api.yaml"
     }
    "#);
    insta::assert_snapshot!(edit("{\n\t\"sidebar\": [\n\t]\n}"), @r#"
    {
    	"sidebar": [
    		{
    			"group": "A \"b\" \\ é\n",
    			"pages": [
    				"x",
    				{ "id": "y", "method": "GET" }
    			]
    		}
    	],
    	"openapi": "api.yaml"
    }
    "#);
}

#[test]
fn scalars_join_a_list_on_one_line() {
    let text = "{\n  \"pages\": [\"a\", \"b\"]\n}";
    let source = ConfigSource::read(text).unwrap();
    let mut edit = source.edit(text);
    edit.append_items(source.root().get("pages").unwrap(), &[NewValue::String("c".to_owned())]);
    assert_eq!(edit.finish().unwrap(), "{\n  \"pages\": [\"a\", \"b\", \"c\"]\n}");
}

#[test]
fn odd_spellings_are_kept() {
    for text in [
        "\u{feff}{\r\n\t\"name\": \"x\",\r\n\t\"sidebar\": []\r\n}\r\n",
        "{\n\"unknown\": [1e3, 1.0, 123456789012345678901234567890, -0],\n\n\n \"n\\u0061me\": \"\\u00e9\\/\" , \"a\":{ } }",
        "  {   \"sidebar\":[\n\n{\"group\":\"Mine\"   ,\"pages\":[ ]}\n\n]\n\n}  \n\n",
        "{\"sidebar\":\n[ ],\"é\":null}",
    ] {
        let edited = edit(text);
        assert_eq!(edited.starts_with('\u{feff}'), text.starts_with('\u{feff}'));
        if text.contains("\r\n") {
            assert_eq!(edited.matches('\n').count(), edited.matches("\r\n").count(), "{edited:?}");
        }
    }
}

#[test]
fn nothing_inserted_is_nothing_changed() {
    let text = "{\"a\": 1}";
    assert_eq!(ConfigSource::read(text).unwrap().edit(text).finish(), None);
}

#[test]
fn unclear_files_are_refused() {
    for text in
        ["", "[]", "null", "{", "{\"a\": 1,}", "{\"a\": 1, \"a\": 2}", "{\"x\": {\"a\": 1, \"\\u0061\": 2}}", "{} x"]
    {
        assert!(ConfigSource::read(text).is_err(), "{text:?}");
    }
}
