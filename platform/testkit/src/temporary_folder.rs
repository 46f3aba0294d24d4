use std::fs;
use std::path::{Path, PathBuf};

use uuid::Uuid;

/// A folder of the test's own. It is removed with all that is in it when the value is dropped.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Makes an empty folder. The name tells people whose it is.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fareway-{name}-{}", Uuid::now_v7()));
        fs::create_dir(&path).expect("a temporary folder can be made");
        Self(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Left behind at worst: it is a temporary folder.
        let _removed = fs::remove_dir_all(&self.0);
    }
}
