//! The exported files by path, and the rules by which Next's static export names them.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use bytes::Bytes;
use serde::Deserialize;
use sha2::{Digest, Sha256};

const NOT_FOUND: &str = "404.html";
/// Pages whose last segment is an id; the export holds one page `_` for all ids.
const PAGES_BY_ID: [&str; 1] = ["flight"];

/// All files of an export, with what its build says of the pages.
#[derive(Debug, Default)]
pub struct Site {
    files: HashMap<String, File>,
    /// Route, as `/flight/[id]`, -> title and description.
    routes: HashMap<String, Words>,
    /// File name -> the sources of its inline scripts.
    scripts: HashMap<String, Vec<String>>,
}

#[derive(Debug)]
pub(super) struct File {
    pub bytes: Bytes,
    /// The same, where it is a page.
    pub text: String,
    pub content_type: &'static str,
    pub etag: String,
    immutable: bool,
}

/// A page's title and description, with `{brand}` in them.
#[derive(Debug, Deserialize)]
pub(super) struct Words {
    pub title: String,
    pub description: String,
}

pub(super) enum Found<'s> {
    Page(&'s str, &'s File),
    File(&'s File),
    /// A path that a person may have typed.
    NoPage,
    /// A path that only a program asks for.
    NoFile,
}

impl Site {
    /// Reads `dir`. A folder without a build gives an empty site, which says so when asked.
    pub fn load(dir: &Path) -> anyhow::Result<Self> {
        if !dir.join("index.html").is_file() {
            return Ok(Self::default());
        }
        let mut site = Self {
            routes: read_json(&dir.join("routes.json"))?,
            scripts: read_json(&dir.join("csp.json"))?,
            ..Self::default()
        };
        site.read_folder(dir, dir)?;
        Ok(site)
    }

    fn read_folder(&mut self, root: &Path, folder: &Path) -> anyhow::Result<()> {
        for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                self.read_folder(root, &path)?;
                continue;
            }
            let name = path.strip_prefix(root)?.to_str().context("file names are UTF-8")?.to_owned();
            if !matches!(name.as_str(), "routes.json" | "csp.json" | ".sum") {
                self.files.insert(name.clone(), File::read(&path, &name)?);
            }
        }
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// What a path means. A page is its name with `.html`, never a folder; an id stands for `_`.
    pub(super) fn find(&self, path: &str) -> Found<'_> {
        let path = path.trim_start_matches('/').trim_end_matches('/');
        let name = by_id(path).unwrap_or_else(|| path.to_owned());
        let page = if name.is_empty() { "index.html".to_owned() } else { format!("{name}.html") };
        if let Some((name, file)) = self.files.get_key_value(&page).filter(|_| page != NOT_FOUND) {
            return Found::Page(name, file);
        }
        match self.files.get(&name) {
            Some(file) if !name.ends_with(".html") => Found::File(file),
            _ if path.rsplit('/').next().is_some_and(|last| last.contains('.')) => Found::NoFile,
            _ => Found::NoPage,
        }
    }

    pub(super) fn not_found_page(&self) -> Option<(&str, &File)> {
        self.files.get_key_value(NOT_FOUND).map(|(name, file)| (name.as_str(), file))
    }

    pub(super) fn words(&self, page: &str) -> Option<&Words> {
        let route = page.trim_end_matches(".html");
        let route = if route == "index" { "" } else { route };
        self.routes.get(&format!("/{}", route.replace("/_", "/[id]")))
    }

    pub(super) fn script_hashes(&self, page: &str) -> &[String] {
        self.scripts.get(page).map_or(&[], Vec::as_slice)
    }
}

impl File {
    fn read(path: &Path, name: &str) -> anyhow::Result<Self> {
        let bytes = Bytes::from(fs::read(path).with_context(|| format!("reading {}", path.display()))?);
        let text = if name.ends_with(".html") { String::from_utf8(bytes.to_vec())? } else { String::new() };
        let etag = format!("\"{}\"", hex::encode(&Sha256::digest(&bytes)[..12]));
        Ok(Self {
            bytes,
            text,
            content_type: content_type(name),
            etag,
            immutable: name.starts_with("_next/static/"),
        })
    }

    /// Names under `_next/static` carry a hash or the build's id; everything else is asked for again.
    pub(super) fn caching(&self) -> &'static str {
        if self.immutable { "public, max-age=31536000, immutable" } else { "no-cache" }
    }
}

/// `flight/off_1`, `flight/off_1.txt` and `flight/off_1/__next.x.txt` with `_` for the id.
fn by_id(path: &str) -> Option<String> {
    let (folder, rest) = path.split_once('/')?;
    if !PAGES_BY_ID.contains(&folder) {
        return None;
    }
    let end = rest.find(['/', '.']).unwrap_or(rest.len());
    let (id, suffix) = rest.split_at(end);
    let known = suffix.is_empty()
        || suffix == ".txt"
        || (suffix.starts_with("/__next.") && suffix.ends_with(".txt"));
    (!id.is_empty() && known).then(|| format!("{folder}/_{suffix}"))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        // Next's prefetched page data.
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("understanding {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(names: &[&str]) -> Site {
        let file = |name: &str| File {
            bytes: Bytes::new(),
            text: String::new(),
            content_type: content_type(name),
            etag: String::new(),
            immutable: false,
        };
        Site { files: names.iter().map(|name| ((*name).to_owned(), file(name))).collect(), ..Site::default() }
    }

    #[test]
    fn a_path_means_the_file_that_the_export_wrote_for_it() {
        let site = site(&[
            "index.html",
            "index.txt",
            "404.html",
            "search.html",
            "search.txt",
            "search/__next._tree.txt",
            "flight/_.html",
            "flight/_.txt",
            "flight/_/__next._tree.txt",
            "_next/static/chunks/a.js",
        ]);
        let check = |path: &str, expected: &str| {
            let found = match site.find(path) {
                Found::Page(name, _) => format!("page {name}"),
                Found::File(_) => "file".to_owned(),
                Found::NoPage => "no page".to_owned(),
                Found::NoFile => "no file".to_owned(),
            };
            assert_eq!(found, expected, "{path}");
        };
        check("/", "page index.html");
        check("/search", "page search.html");
        check("/search/", "page search.html");
        check("/search.txt", "file");
        check("/search/__next._tree.txt", "file");
        check("/flight/off_123", "page flight/_.html");
        check("/flight/off_123.txt", "file");
        check("/flight/off_123/__next._tree.txt", "file");
        check("/flight/off_123/other", "no page");
        check("/flight", "no page");
        check("/_next/static/chunks/a.js", "file");
        check("/_next/static/chunks/gone.js", "no file");
        check("/unknown", "no page");
        check("/unknown.txt", "no file");
        check("/404", "no page");
        check("/index.html", "no file");
        check("/../Cargo.toml", "no file");
    }
}
