use std::path::PathBuf;

use uuid::Uuid;

/// A folder that goes with its test.
pub struct TemporaryFolder(pub PathBuf);

impl TemporaryFolder {
    pub fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("fareway-certificates-{name}-{}", Uuid::new_v4())))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Left behind at worst: it is a temporary folder.
        let _removed = std::fs::remove_dir_all(&self.0);
    }
}
