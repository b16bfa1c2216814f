//! Media types by file extension.

/// The `Content-Type` of the output at `path`.
pub(crate) fn of(path: &str) -> &'static str {
    let extension =
        path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(_, extension)| extension);
    let known = TABLE.iter().find(|(name, _)| extension.eq_ignore_ascii_case(name));
    known.map_or("application/octet-stream", |(_, media_type)| media_type)
}

/// Extension and media type.
const TABLE: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("htm", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("md", "text/markdown; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
    ("csv", "text/csv; charset=utf-8"),
    ("xml", "application/xml"),
    ("yaml", "application/yaml"),
    ("yml", "application/yaml"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("apng", "image/apng"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("woff", "font/woff"),
    ("ttf", "font/ttf"),
    ("otf", "font/otf"),
    ("mp4", "video/mp4"),
    ("m4v", "video/mp4"),
    ("webm", "video/webm"),
    ("ogv", "video/ogg"),
    ("mov", "video/quicktime"),
    ("vtt", "text/vtt; charset=utf-8"),
    ("mp3", "audio/mpeg"),
    ("m4a", "audio/mp4"),
    ("ogg", "audio/ogg"),
    ("wav", "audio/wav"),
    ("pdf", "application/pdf"),
    ("zip", "application/zip"),
    ("gz", "application/gzip"),
    ("wasm", "application/wasm"),
];

#[cfg(test)]
mod tests {
    #[test]
    fn the_extension_decides() {
        assert_eq!(super::of("a.b/index.html"), "text/html; charset=utf-8");
        assert_eq!(super::of("a.md"), "text/markdown; charset=utf-8");
        assert_eq!(super::of("LOGO.SVG"), "image/svg+xml");
        assert_eq!(super::of("a.b/c"), "application/octet-stream");
    }
}
