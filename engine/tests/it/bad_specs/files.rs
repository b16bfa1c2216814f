//! What lies on a disk under the name of a spec, or of a file that it refers to: links out, pipes, devices, folders.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use engine::{OsSystem, Output, OutputOptions, Project};

use super::{answering, in_time};
use crate::shown::graded;

/// A text that no message may repeat. It is no YAML, so that a parser would speak of it.
const SECRET: &str = "SECRET: [\n\tSECRET\n";

/// A folder with a secret beside a project.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("project");
    fs::create_dir_all(root.join("docs")).unwrap();
    fs::create_dir_all(folder.path().join("outside")).unwrap();
    fs::write(folder.path().join("outside/secret.yaml"), SECRET).unwrap();
    fs::write(root.join("tool.json"), "{\"name\": \"N\", \"openapi\": \"openapi.json\"}").unwrap();
    fs::write(root.join("docs/index.md"), "---\ntitle: H\n---\n\n<wc-endpoint ref=\"GET /a\"></wc-endpoint>\n")
        .unwrap();
    folder
}

/// What is found in the project of a folder, when it is done in time. The secret is nowhere.
fn found(folder: &Path) -> String {
    let root = folder.join("project");
    let found = in_time(move || {
        let project = Project::open(Arc::new(OsSystem::new(&root).unwrap()));
        let site = project.site();
        for path in site.outputs() {
            if let Some(Output::Bytes(bytes)) = site.output(&path, OutputOptions::default()) {
                assert!(!String::from_utf8_lossy(&bytes).contains("SECRET"), "{path}");
            }
        }
        graded(&project)
    });
    assert!(!found.contains("SECRET"), "{found}");
    found.replace(folder.to_str().unwrap(), "FOLDER")
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn references_to_what_is_no_file_of_the_project() {
    let folder = folder();
    let root = folder.path().join("project");
    let outside = folder.path().join("outside");
    fs::create_dir(root.join("folder")).unwrap();
    fs::create_dir(root.join("folder.yaml")).unwrap();
    symlink(outside.join("secret.yaml"), root.join("link.yaml")).unwrap();
    symlink("link.yaml", root.join("link-to-link.yaml")).unwrap();
    symlink(&outside, root.join("linked")).unwrap();
    symlink("/etc/passwd", root.join("passwd")).unwrap();
    symlink("/proc/self/environ", root.join("environ.yaml")).unwrap();
    symlink("/dev/zero", root.join("zero.yaml")).unwrap();
    symlink("loop.yaml", root.join("loop.yaml")).unwrap();
    symlink("gone.yaml", root.join("dangling.yaml")).unwrap();
    symlink("folder", root.join("inner-folder.yaml")).unwrap();
    pipe(&root.join("pipe.yaml"));
    symlink("pipe.yaml", root.join("link-to-pipe.yaml")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(root.join("socket.yaml")).unwrap();
    fs::write(root.join("empty.yaml"), "").unwrap();
    fs::write(root.join("binary.yaml"), [0x89, b'P', b'N', b'G', 0, 1, 2, 0xff]).unwrap();
    fs::write(root.join("binary.png"), [0x89, b'P', b'N', b'G', 0, 1, 2, 0xff]).unwrap();
    fs::write(root.join("nul.yaml"), "type: string\0").unwrap();
    fs::write(root.join("latin1.yaml"), b"type: string\ntitle: Fr\xfch\n").unwrap();
    let utf16: Vec<u8> = "\u{feff}type: string".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(root.join("utf16.yaml"), utf16).unwrap();
    fs::write(root.join("fine.yaml"), "type: string\n").unwrap();
    symlink("fine.yaml", root.join("link-within.yaml")).unwrap();
    let references = [
        "link.yaml",
        "link-to-link.yaml",
        "linked/secret.yaml",
        "linked/../link.yaml",
        "linked%2Fsecret.yaml",
        "passwd",
        "environ.yaml",
        "zero.yaml",
        "loop.yaml",
        "dangling.yaml",
        "folder",
        "folder.yaml",
        "folder/",
        ".",
        "inner-folder.yaml",
        "pipe.yaml",
        "link-to-pipe.yaml",
        "socket.yaml",
        "empty.yaml",
        "binary.yaml",
        "binary.png",
        "nul.yaml",
        "latin1.yaml",
        "utf16.yaml",
        "fine.yaml",
        "link-within.yaml",
        "fine.yaml/x",
        "./folder/../fine.yaml",
    ];
    let property = |(at, reference): (usize, &&str)| format!("\"p{at}\": {{\"$ref\": \"{reference}\"}}");
    let properties: Vec<String> = references.iter().enumerate().map(property).collect();
    fs::write(root.join("openapi.json"), answering("3.1.0", &properties.join(",\n"), "")).unwrap();
    let found = found(folder.path());
    insta::assert_snapshot!(found);
    assert!(!found.contains("`fine.yaml`") && !found.contains("`link-within.yaml`"), "{found}");
}

#[test]
fn a_spec_that_is_no_file_of_the_project() {
    let mut report = String::new();
    let mut case = |title: &str, make: &dyn Fn(&Path)| {
        let folder = folder();
        make(&folder.path().join("project/openapi.json"));
        report.push_str(&format!("## {title}\n{}", found(folder.path())));
    };
    case("nothing", &|_| {});
    case("link out", &|spec| symlink("../outside/secret.yaml", spec).unwrap());
    case("link to a device", &|spec| symlink("/dev/zero", spec).unwrap());
    case("link to itself", &|spec| symlink(spec, spec).unwrap());
    case("folder", &|spec| fs::create_dir(spec).unwrap());
    case("pipe", &|spec| pipe(spec));
    case("empty", &|spec| fs::write(spec, "").unwrap());
    for path in [
        "../outside/secret.yaml",
        "/etc/passwd",
        "docs/../../outside/secret.yaml",
        "C:\\\\x",
        "\\\\\\\\host\\\\x",
        "https://example.test/openapi.json",
    ] {
        let config = format!("{{\"name\": \"N\", \"openapi\": \"{path}\"}}");
        case(path, &|spec| fs::write(spec.with_file_name("tool.json"), &config).unwrap());
    }
    insta::assert_snapshot!(report);
}

#[test]
fn a_file_without_permission_is_told() {
    let folder = folder();
    let root = folder.path().join("project");
    let part = root.join("locked.yaml");
    fs::write(&part, "type: string\n").unwrap();
    fs::set_permissions(&part, fs::Permissions::from_mode(0o000)).unwrap();
    fs::write(root.join("openapi.json"), answering("3.1.0", "\"p\": {\"$ref\": \"locked.yaml\"}", "")).unwrap();
    let found = found(folder.path());
    // The super-user may read everything.
    let expected = if fs::File::open(&part).is_ok() {
        ""
    } else {
        "unreadable-file error locked.yaml:1:1 the file `locked.yaml` cannot be read"
    };
    assert!(found.contains(expected), "{found}");
    assert_eq!(found.is_empty(), expected.is_empty(), "{found}");
}
