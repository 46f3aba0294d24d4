//! The three files of a program's certificate.

use std::path::Path;

use anyhow::Context;

/// The authorities that are trusted.
pub(super) const CA: &str = "ca.pem";
pub(super) const CERTIFICATE: &str = "cert.pem";
pub(super) const KEY: &str = "key.pem";

/// What the files hold. To be compared and loaded, and never shown: the key is among it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Files {
    pub ca: Vec<u8>,
    pub certificate: Vec<u8>,
    pub key: Vec<u8>,
}

impl Files {
    pub fn read(dir: &Path) -> anyhow::Result<Self> {
        Ok(Self { ca: read(dir, CA)?, certificate: read(dir, CERTIFICATE)?, key: read(dir, KEY)? })
    }
}

fn read(dir: &Path, file: &str) -> anyhow::Result<Vec<u8>> {
    let path = dir.join(file);
    std::fs::read(&path).with_context(|| format!("reading {}", path.display()))
}
