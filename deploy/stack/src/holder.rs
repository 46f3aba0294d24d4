//! One stack a folder: who comes second is told who is there.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};

/// Holds a folder for as long as the process lives, however it ends.
#[derive(Debug)]
pub struct Holder(#[expect(dead_code, reason = "the open file is the hold")] File);

impl Holder {
    /// Takes a folder, unless another process has it.
    pub fn of(dir: &Path) -> anyhow::Result<Self> {
        let path = dir.join("stack.lock");
        let open = File::options().write(true).create(true).truncate(false).open(&path);
        let mut file = open.with_context(|| format!("opening {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let process = fs::read_to_string(&path).unwrap_or_default();
                let dir = dir.display();
                bail!(
                    "{dir} is in use by process {process}: stop that one, or choose another folder with --dir"
                );
            }
            Err(TryLockError::Error(error)) => return Err(error).context("locking the folder"),
        }
        file.set_len(0).and_then(|()| write!(file, "{}", std::process::id())).context("writing the lock")?;
        Ok(Self(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_second_to_a_folder_is_told_who_has_it() {
        let dir = std::env::temp_dir().join(format!("fareway-holder-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let first = Holder::of(&dir).unwrap();

        let told = Holder::of(&dir).unwrap_err().to_string();
        drop(first);

        assert!(told.contains(&format!("is in use by process {}:", std::process::id())), "{told}");
        assert!(Holder::of(&dir).is_ok(), "a folder is free when its holder has ended");
        fs::remove_dir_all(dir).unwrap();
    }
}
