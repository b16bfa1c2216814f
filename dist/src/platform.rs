//! The platforms: the other half of the table. Every name that a package manager has for one is derived from its row.

/// A platform that the tool is built for.
#[derive(Debug)]
pub struct Platform {
    /// The target triple of Rust.
    pub target: &'static str,
    pub(crate) os: Os,
    pub(crate) cpu: Cpu,
    pub(crate) libc: Libc,
    /// The C compilers that can build and link for the platform elsewhere, the preferred one first. Empty if only the platform's
    /// own operating system can.
    pub(crate) compilers: &'static [&'static str],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Os {
    Linux,
    Darwin,
    Windows,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cpu {
    X64,
    Arm64,
}

/// Which C library the binary needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Libc {
    /// None: it is linked statically.
    Static,
    /// The GNU C library.
    Glibc,
    /// The one that is a part of the operating system.
    System,
}

/// All platforms. Of several for one operating system and processor, package managers get the first that was built.
pub static PLATFORMS: [Platform; 9] = [
    Platform {
        target: "x86_64-unknown-linux-musl",
        os: Os::Linux,
        cpu: Cpu::X64,
        libc: Libc::Static,
        compilers: &["x86_64-linux-musl-gcc", "musl-gcc"],
    },
    Platform {
        target: "x86_64-unknown-linux-gnu",
        os: Os::Linux,
        cpu: Cpu::X64,
        libc: Libc::Glibc,
        compilers: &["x86_64-linux-gnu-gcc"],
    },
    Platform {
        target: "aarch64-unknown-linux-musl",
        os: Os::Linux,
        cpu: Cpu::Arm64,
        libc: Libc::Static,
        compilers: &["aarch64-linux-musl-gcc"],
    },
    Platform {
        target: "aarch64-unknown-linux-gnu",
        os: Os::Linux,
        cpu: Cpu::Arm64,
        libc: Libc::Glibc,
        compilers: &["aarch64-linux-gnu-gcc"],
    },
    Platform { target: "x86_64-apple-darwin", os: Os::Darwin, cpu: Cpu::X64, libc: Libc::System, compilers: &[] },
    Platform { target: "aarch64-apple-darwin", os: Os::Darwin, cpu: Cpu::Arm64, libc: Libc::System, compilers: &[] },
    Platform { target: "x86_64-pc-windows-msvc", os: Os::Windows, cpu: Cpu::X64, libc: Libc::System, compilers: &[] },
    Platform {
        target: "x86_64-pc-windows-gnu",
        os: Os::Windows,
        cpu: Cpu::X64,
        libc: Libc::System,
        compilers: &["x86_64-w64-mingw32-gcc"],
    },
    Platform {
        target: "aarch64-pc-windows-msvc",
        os: Os::Windows,
        cpu: Cpu::Arm64,
        libc: Libc::System,
        compilers: &[],
    },
];

impl Platform {
    /// The platform of a target triple.
    pub fn of(target: &str) -> Option<&'static Self> {
        PLATFORMS.iter().find(|platform| platform.target == target)
    }

    /// The name of an executable file.
    pub(crate) fn executable(&self, name: &str) -> String {
        if self.os == Os::Windows { format!("{name}.exe") } else { name.to_owned() }
    }

    /// The ending of the release archive.
    pub(crate) fn archive_ending(&self) -> &'static str {
        if self.os == Os::Windows { "zip" } else { "tar.gz" }
    }

    /// `os` and `cpu` in npm's `package.json`, which are `process.platform` and `process.arch` of Node.
    pub(crate) fn node(&self) -> (&'static str, &'static str) {
        let os = match self.os {
            Os::Linux => "linux",
            Os::Darwin => "darwin",
            Os::Windows => "win32",
        };
        (os, self.cpu.short())
    }

    /// The processor in Debian.
    pub(crate) fn debian(&self) -> Option<&'static str> {
        (self.os == Os::Linux).then(|| self.cpu.go())
    }

    /// The system in Nix.
    pub(crate) fn nix(&self) -> Option<String> {
        let os = match self.os {
            Os::Linux => "linux",
            Os::Darwin => "darwin",
            Os::Windows => return None,
        };
        Some(format!("{}-{os}", self.cpu.rust()))
    }
}

impl Cpu {
    /// The name in Rust and Nix.
    pub(crate) fn rust(self) -> &'static str {
        match self {
            Self::X64 => "x86_64",
            Self::Arm64 => "aarch64",
        }
    }

    /// The name in Node and WinGet.
    pub(crate) fn short(self) -> &'static str {
        match self {
            Self::X64 => "x64",
            Self::Arm64 => "arm64",
        }
    }

    /// The name in Debian and of container images.
    pub(crate) fn go(self) -> &'static str {
        match self {
            Self::X64 => "amd64",
            Self::Arm64 => "arm64",
        }
    }
}
