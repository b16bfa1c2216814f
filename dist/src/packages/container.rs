//! A container image: the definition, and the binaries beside it.

use super::Contents;
use crate::platform::{Libc, Os};
use crate::product::{BINARY, LICENSE, SUMMARY, THIRD_PARTY, VERSION};
use crate::release::Artifact;

/// The image that has the libraries of a binary that is not static, and nothing else.
const WITH_LIBRARIES: &str = "gcr.io/distroless/cc-debian13:nonroot";

/// The folder that `docker build` is given. Empty if there is no binary for Linux.
pub(super) fn context(contents: &Contents<'_>) -> Vec<Artifact> {
    let linux: Vec<_> = contents.editions.iter().filter(|edition| edition.platform.os == Os::Linux).collect();
    let Some(first) = linux.first() else { return Vec::new() };
    let is_static = linux.iter().all(|edition| edition.platform.libc == Libc::Static);
    let base = if is_static { "scratch" } else { WITH_LIBRARIES };
    let file = |path: String, bytes: &[u8]| Artifact { path: format!("container/{path}"), bytes: bytes.to_vec() };
    let definition = format!(
        "# docker build --tag {BINARY} .\n\
         FROM {base}\n\
         ARG TARGETARCH\n\
         LABEL org.opencontainers.image.title=\"{BINARY}\" \\\n      \
               org.opencontainers.image.description=\"{SUMMARY}\" \\\n      \
               org.opencontainers.image.version=\"{VERSION}\" \\\n      \
               org.opencontainers.image.licenses=\"{LICENSE}\"\n\
         COPY {THIRD_PARTY} /usr/share/doc/{BINARY}/\n\
         COPY --chmod=755 ${{TARGETARCH}}/{BINARY} /usr/bin/{BINARY}\n\
         USER 65532:65532\n\
         WORKDIR /site\n\
         ENTRYPOINT [\"/usr/bin/{BINARY}\"]\n\
         CMD [\"--help\"]\n"
    );
    let mut files = vec![
        file("Dockerfile".to_owned(), definition.as_bytes()),
        file(THIRD_PARTY.to_owned(), first.third_party.as_bytes()),
    ];
    files.extend(linux.iter().map(|edition| file(format!("{}/{BINARY}", edition.platform.cpu.go()), edition.bytes)));
    files
}
