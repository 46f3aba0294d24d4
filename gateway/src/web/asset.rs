use std::sync::OnceLock;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use flate2::Compression;
use http::HeaderValue;
use sha2::{Digest, Sha256};

use crate::content_coding::{GZIP, gzip};

/// Below this gzip's own bytes eat what it saves.
const WORTH_COMPRESSING: usize = 1_024;

/// A file that is the same for everybody.
#[derive(Debug)]
pub(super) struct Asset {
    pub content_type: HeaderValue,
    /// Named after its content: the name changes when it does.
    pub immutable: bool,
    /// Weak: the same for the plain and the compressed form.
    pub etag: HeaderValue,
    pub plain: Bytes,
    /// The form that the build made, where it did.
    brotli: Option<Bytes>,
    gzip: OnceLock<Option<Bytes>>,
}

impl Asset {
    pub fn new(file: &str, content: Vec<u8>, brotli: Option<Vec<u8>>) -> Self {
        let digest = URL_SAFE_NO_PAD.encode(&Sha256::digest(&content)[..12]);
        Self {
            content_type: HeaderValue::from_static(content_type(file)),
            immutable: file.starts_with("_next/static/"),
            etag: HeaderValue::from_str(&format!("W/\"{digest}\"")).expect("base64 is ASCII"),
            plain: content.into(),
            brotli: brotli.map(Bytes::from),
            gzip: OnceLock::new(),
        }
    }

    /// The smallest form in a coding that the client accepts, and the coding's name. Nothing where it accepts none, or
    /// where none is smaller than the plain one.
    pub fn encoded(&self, accepts: impl Fn(&str) -> bool) -> Option<(&'static str, Bytes)> {
        let brotli = self.brotli.clone().filter(|_| accepts("br")).map(|smaller| ("br", smaller));
        brotli.or_else(|| accepts(GZIP).then(|| self.gzip()).flatten().map(|smaller| (GZIP, smaller)))
    }

    /// Made at the first request for it.
    fn gzip(&self) -> Option<Bytes> {
        self.gzip.get_or_init(|| self.compress()).clone()
    }

    fn compress(&self) -> Option<Bytes> {
        if self.plain.len() < WORTH_COMPRESSING || !is_text(&self.content_type) {
            return None;
        }
        let smaller = gzip(&self.plain, Compression::default());
        (smaller.len() < self.plain.len()).then_some(smaller)
    }
}

fn is_text(content_type: &HeaderValue) -> bool {
    let kind = content_type.to_str().unwrap_or_default();
    kind.starts_with("text/") || kind.starts_with("application/") || kind.starts_with("image/svg")
}

fn content_type(file: &str) -> &'static str {
    match file.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
