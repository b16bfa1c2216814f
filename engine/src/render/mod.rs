//! From resolved values to text: HTML, and Markdown for agents.

pub(crate) mod assets;
pub(crate) mod code;
mod component;
pub(crate) mod diagram;
pub(crate) mod endpoint;
pub(crate) mod endpoint_markdown;
pub(crate) mod escape;
pub(crate) mod fields;
pub(crate) mod generated;
pub(crate) mod handover;
mod html;
pub(crate) mod icon;
mod image;
pub(crate) mod math;
pub(crate) mod page;
pub(crate) mod page_markdown;
mod plain;
pub(crate) mod playground;
mod raw_html;
pub(crate) mod sample;
pub(crate) mod shell;
pub(crate) mod spec_text;
pub(crate) mod strings;
mod variables;
