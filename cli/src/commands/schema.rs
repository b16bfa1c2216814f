//! `tool schema`: prints the JSON Schemas of configuration, frontmatter and command output.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::args::{Schema, SchemaName};
use crate::failure::{Done, Outcome};
use crate::state;
use crate::write::create;

/// The schema of `tool.json`.
const CONFIG: &str = include_str!("../../../templates/schemas/config.json");
/// The schema of frontmatter.
const FRONTMATTER: &str = include_str!("../../../templates/schemas/frontmatter.json");
/// The schema of the output of `tool openapi inspect --format json`.
pub(crate) const INSPECT: &str = include_str!("../../../templates/schemas/inspect.json");
/// The schema of the output of the other commands with `--format json`.
const REPORT: &str = include_str!("../../../templates/schemas/report.json");

/// The file in the state folder that `$schema` of a new `tool.json` names.
const FILE: &str = "tool.schema.json";

/// Prints the schema.
pub(crate) fn run(arguments: &Schema) -> Outcome {
    let text = match arguments.name {
        SchemaName::Config => CONFIG,
        SchemaName::Frontmatter => FRONTMATTER,
        SchemaName::Inspect => INSPECT,
        SchemaName::Report => REPORT,
    };
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Done::Clean)
}

/// Writes the schema of `tool.json` to the file that `config`, the text of `tool.json`, refers to. Ignores errors, since only
/// editors need it.
pub(crate) fn refresh(root: &Path, config: Option<&str>) {
    let is_named = config.is_some_and(|text| text.contains(&format!("\".tool/{FILE}\"")));
    let path = state::folder(root).join(FILE);
    if is_named && path.is_file() && fs::File::open(&path).and_then(io::read_to_string).is_ok_and(|text| text == CONFIG)
    {
        return;
    }
    if is_named && state::make(root).is_ok() {
        // Do not write through a link.
        let _ = fs::remove_file(&path);
        let _ = create(&path, CONFIG.as_bytes());
    }
}
