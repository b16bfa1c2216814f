//! Real diagrams, broken ones and hostile ones.

use super::{Theme, draw};

/// A diagram of each common kind.
const DIAGRAMS: [&str; 16] = [
    "flowchart LR\n  subgraph one\n    A[Start] --> B{Choice}\n  end\n  B -->|yes| C((End))\n  B -.no.-> A",
    "sequenceDiagram\n  actor U as User\n  participant S\n  U->>+S: Hello\n  Note over U,S: a note\n  loop Each day\n    S--)U: Bye\n  end\n  S-->>-U: Done",
    "classDiagram\n  class Seed {\n    <<abstract>>\n    +String name\n    +sow() bool\n  }\n  Seed <|-- Pea : is a\n  note for Pea \"climbs\"",
    "stateDiagram-v2\n  [*] --> Open\n  Open --> Closed : close\n  state Closed {\n    a --> b\n  }\n  Closed --> [*]",
    "erDiagram\n  BANK ||--o{ ACCESSION : keeps\n  ACCESSION {\n    string id PK\n    int year\n  }",
    "gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  excludes weekends\n  section A\n  One :a1, 2026-01-05, 10d\n  Two :after a1, 5d",
    "pie title Parts\n  \"A\" : 40\n  \"B\" : 60",
    "gitGraph\n  commit\n  branch b\n  checkout b\n  commit\n  checkout main\n  merge b",
    "journey\n  title Day\n  section Morning\n    Sow: 5: Me\n    Water: 3: Me, You",
    "timeline\n  title Years\n  2024 : First\n  2025 : Second : Third",
    "quadrantChart\n  title Q\n  x-axis Low --> High\n  y-axis Low --> High\n  A: [0.3, 0.6]",
    "xychart-beta\n  title \"Sales\"\n  x-axis [jan, feb, mar]\n  y-axis \"Kg\" 0 --> 100\n  bar [10, 40, 90]",
    "requirementDiagram\n  requirement r {\n    id: 1\n    text: works\n    risk: low\n    verifymethod: test\n  }",
    "C4Context\n  Person(a, \"Reader\")\n  System(b, \"Site\")\n  Rel(a, b, \"Reads\")",
    "block-beta\n  columns 2\n  a b\n  c d",
    "kanban\n  Todo\n    [Write]\n  Done\n    [Read]",
];

#[test]
fn common_kinds_are_drawn_in_both_themes_the_same_each_time() {
    let mut wrong = Vec::new();
    for source in DIAGRAMS {
        let light = draw(source, Theme::Light);
        let dark = draw(source, Theme::Dark);
        match (&light, &dark) {
            (Ok(light), Ok(dark)) => {
                assert_eq!((light.width, light.height), (dark.width, dark.height), "{source}");
                assert_ne!(light.text, dark.text, "{source}");
                for svg in [light, dark] {
                    for part in ["<script", "javascript:", " onclick=", "@import"] {
                        assert!(!svg.text.contains(part), "{source}: {part}");
                    }
                }
                // Of blocks and the like the library has HTML labels alone, which are cut off where fonts are wider.
                let has_text = ["flowchart", "sequence", "class", "state", "er", "gantt", "pie"];
                let has_text = has_text.iter().any(|kind| source.starts_with(kind));
                assert!(!has_text || !light.text.contains("<foreignObject"), "{source}");
                assert_eq!(draw(source, Theme::Light).as_ref(), Ok(light));
            }
            _ => wrong.push(format!("{source}: {light:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn drawings_have_the_colors_of_the_page_and_labels_in_their_middle() {
    let [_, _, classes, _, entities, plan, ..] = DIAGRAMS;
    for (theme, page, node) in [(Theme::Light, "#ffffff", "#edf2fe"), (Theme::Dark, "#0d1016", "#18233f")] {
        let classes = draw(classes, theme).unwrap().text;
        assert!(classes.contains(node), "{classes}");
        assert!(classes.contains(&format!(".edgeLabel .label rect{{fill:{page};")), "{classes}");
        assert!(classes.contains("<g class=\"label-group text\" transform=\"translate(0,"), "{classes}");
        assert!(classes.contains("data-id=\"id_Seed_Pea_1\" transform=\"translate(0,"), "{classes}");
        let entities = draw(entities, theme).unwrap().text;
        assert!(
            entities.contains(&format!("<circle fill=\"{page}\"")) && !entities.contains("\"white\""),
            "{entities}"
        );
        let plan = draw(plan, theme).unwrap().text;
        assert!(plan.contains("<line ") && !plan.contains("<line stroke=\"currentColor\""), "{plan}");
        let map = draw("mindmap\n  root\n    Grasses", theme).unwrap().text;
        assert!(map.contains("foreignObject{overflow:visible}"), "{map}");
    }
}

#[test]
fn what_cannot_be_drawn_is_told() {
    for source in
        ["", "\n", "nothing known\n a", "flowchart LR\n A --> --> B[[[", "sequenceDiagram\n ->> x", "pie\n \"a\" : x"]
    {
        let error = draw(source, Theme::Light).expect_err(source);
        assert!(!error.message.is_empty() && !error.message.contains('\n'), "{source:?}: {error:?}");
        assert!(error.at.is_none_or(|at| source.get(at).is_some()), "{source:?}");
    }
}

#[test]
fn hostile_sources_are_refused_or_drawn_without_harm() {
    let chain: String = (0..2_000).map(|n| format!("  a{n} --> a{}\n", n + 1)).collect();
    let dense: String =
        (0..120).flat_map(|a| (0..8).map(move |b| format!("  n{a} --> n{}\n", (a * 7 + b) % 120))).collect();
    for source in [
        format!("flowchart TD\n{chain}"),
        format!("flowchart TD\n{dense}"),
        format!("flowchart TD\n{}{}", "subgraph a\n".repeat(2_000), "end\n".repeat(2_000)),
        format!("flowchart TD\n  a[{}]", "x".repeat(60_000)),
        "x".repeat(1_000_000),
        "flowchart TD\n  A --> B\n  click A \"javascript:alert(1)\"\n  click B call alert(1)".to_owned(),
        "flowchart TD\n  A[<script>alert(1)</script><img src=x onerror=alert(1)>]".to_owned(),
        "flowchart TD\n  A\n  style A fill:url(https://example.com/x)".to_owned(),
        "%%{init: {\"securityLevel\": \"loose\", \"themeCSS\": \"*{fill:url(https://example.com/x)}\"}}%%\nflowchart TD\n  A".to_owned(),
    ] {
        if let Ok(svg) = draw(&source, Theme::Dark) {
            for part in ["<script", "javascript:", "<img", "url(https"] {
                assert!(!svg.text.contains(part), "{part}: {}", source.chars().take(80).collect::<String>());
            }
        }
    }
}
