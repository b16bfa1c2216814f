//! The starter project and the demo project, embedded when the program is built.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
