use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::de::DeserializeOwned;

use super::asset::Asset;
use super::head::Head;
use super::page::Page;
use super::paths::{is_page, route_of};
use super::policy::is_hash;

/// What the build wrote for the gateway, not for browsers; and Next's own error shell, for which 404.html stands.
const NOT_SERVED: [&str; 6] =
    ["csp.json", "routes.json", ".sum", "_not-found.html", "_not-found.txt", "404.txt"];

/// Ends the names of what `webapp/tools/compress.mjs` writes.
const BROTLI: &str = ".br";

/// The page of the booking, whose last step takes a card. Its steps are one document, because passports that were typed
/// live in its memory alone; the web app loads that document anew when a traveller comes from another page.
const CARD_PAGE: &str = "booking.html";

/// In place of a folder: no web app is wanted.
const NONE: &str = "none";

/// The exported web app.
#[derive(Debug, Default)]
pub(crate) struct Web {
    pub(super) pages: HashMap<String, Page>,
    pub(super) assets: HashMap<String, Asset>,
    is_missing: bool,
}

impl Web {
    /// Reads the export in `dir` into memory. An empty one where `dir` is `none`, and where nothing is in it.
    pub fn load(dir: &Path) -> anyhow::Result<Self> {
        let mut web = Self::default();
        if dir == Path::new(NONE) {
            tracing::info!("no web app is wanted; only the API is served");
            return Ok(web);
        }
        if !dir.join("index.html").is_file() {
            tracing::error!(folder = %dir.display(), "the web app is missing; this gateway does not get ready");
            return Ok(Self { is_missing: true, ..web });
        }
        let texts: HashMap<String, Head> = json(dir, "routes.json")?;
        let hashes: HashMap<String, Vec<String>> = json(dir, "csp.json")?;
        let mut files = files(dir)?;
        let mut brotli = take_brotli(&mut files);
        for (file, content) in files {
            if NOT_SERVED.contains(&file.as_str()) {
                continue;
            }
            if is_page(&file) {
                let html = String::from_utf8(content).with_context(|| format!("{file} is not UTF-8"))?;
                let sources = hashes.get(&file).with_context(|| format!("csp.json does not know {file}"))?;
                let sources = sources.iter().filter(|source| is_hash(source)).cloned().collect::<Vec<_>>();
                let texts = texts.get(&route_of(&file)).cloned().unwrap_or_default();
                let page = Page::new(&html, sources.join(" "), file == CARD_PAGE, texts);
                web.pages.insert(file, page);
            } else {
                let asset = Asset::new(&file, content, brotli.remove(&file));
                web.assets.insert(file, asset);
            }
        }
        Ok(web)
    }

    /// Whether there is nothing in the folder that was named, so that no page can be shown.
    pub fn is_missing(&self) -> bool {
        self.is_missing
    }
}

fn json<T: DeserializeOwned>(dir: &Path, name: &str) -> anyhow::Result<T> {
    let text = fs::read(dir.join(name)).with_context(|| format!("{name} is missing beside the pages"))?;
    serde_json::from_slice(&text).with_context(|| format!("{name} cannot be read"))
}

/// The Brotli forms among the files, by the names of the files that they are forms of.
fn take_brotli(files: &mut BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    let forms = files.extract_if(.., |file, _| file.ends_with(BROTLI));
    forms.map(|(file, content)| (file.trim_end_matches(BROTLI).to_owned(), content)).collect()
}

/// Every file under `dir` by its path from there, with `/` between folders.
fn files(dir: &Path) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(dir.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("reading {}", folder.display()))? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                folders.push((entry.path(), format!("{name}/")));
            } else {
                let content = fs::read(entry.path()).with_context(|| format!("reading {name}"))?;
                found.insert(name, content);
            }
        }
    }
    Ok(found)
}
