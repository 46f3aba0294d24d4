use std::fs;
use std::path::Path;

use crate::Declared;

/// Folders of a crate whose files call texts.
const CALLERS: [&str; 3] = ["src", "templates", "tests"];

/// Messages that no source and no template of a crate calls.
#[must_use]
pub fn unused(crate_folder: &str, declared: &[Declared<'_>]) -> Vec<String> {
    let mut sources = String::new();
    for folder in CALLERS {
        read(&Path::new(crate_folder).join(folder), &mut sources);
    }
    let is_called = |name: &str| sources.contains(&format!(".{name}("));
    declared.iter().map(|(name, _)| *name).filter(|name| !is_called(name)).map(str::to_owned).collect()
}

fn read(path: &Path, sources: &mut String) {
    if let Ok(entries) = fs::read_dir(path) {
        for entry in entries.flatten() {
            read(&entry.path(), sources);
        }
    } else if let Ok(text) = fs::read_to_string(path) {
        sources.push_str(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_that_nobody_calls_is_found() {
        let declared: &[Declared<'_>] = &[("hi", &[]), ("never", &[])];

        assert_eq!(unused(env!("CARGO_MANIFEST_DIR"), declared), ["never"]);
    }
}
