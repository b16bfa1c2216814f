//! The server over real connections, on a free port each.

mod author;
mod bind;
mod client;
mod editions;
mod fuzz_corpus;
mod guard;
mod limits;
mod pages;
mod preview;
mod proxy;
mod reload;
mod site;
mod watch;
