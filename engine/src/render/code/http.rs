//! Tokens of HTTP messages: start line, header fields, and a JSON body.

use super::paint::Painter;
use super::{Token, json};

pub(super) fn scan(text: &str, painter: &mut Painter<'_>) {
    let mut at = 0;
    let mut first = true;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_end();
        if trimmed.is_empty() && !first {
            let body = at + line.len();
            if text[body..].trim_start().starts_with(['{', '[']) {
                json::scan_from(text, body, painter);
            }
            return;
        }
        if !trimmed.is_empty() {
            if first {
                start_line(trimmed, at, painter);
            } else if let Some(colon) = trimmed.find(':') {
                painter.token(Token::Property, at, at + colon);
            }
            first = false;
        }
        at += line.len();
    }
}

/// `GET /path HTTP/1.1` or `HTTP/1.1 200 OK`.
fn start_line(line: &str, at: usize, painter: &mut Painter<'_>) {
    let first = line.find(' ').unwrap_or(line.len());
    if line.starts_with("HTTP/") {
        painter.token(Token::Keyword, at, at + first);
        let status = line[first..].len() - line[first..].trim_start().len() + first;
        let digits = line[status..].bytes().take_while(u8::is_ascii_digit).count();
        painter.token(Token::Number, at + status, at + status + digits);
        return;
    }
    painter.token(Token::Function, at, at + first);
    let Some(last) = line.rfind(' ').filter(|&last| last > first && line[last + 1..].starts_with("HTTP/")) else {
        painter.token(Token::String, at + first + 1, at + line.len());
        return;
    };
    painter.token(Token::String, at + first + 1, at + last);
    painter.token(Token::Keyword, at + last + 1, at + line.len());
}
