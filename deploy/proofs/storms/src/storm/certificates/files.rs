//! All certificates that programs come to hold, and how they get to where the programs read them.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, ensure};
use stack::certificates::{Made, NAMES, make};

use super::steps::{Authority, Batch, Step};
use crate::fleet::Fleet;

const CA: &str = "ca.pem";
pub const CERTIFICATE: &str = "cert.pem";
pub const KEY: &str = "key.pem";

pub struct Files {
    /// Where the programs read them.
    used: PathBuf,
    /// Where each batch lies.
    made: PathBuf,
}

impl Files {
    /// Makes those that will be needed, and keeps a copy of the first.
    pub fn make(fleet: &Fleet) -> anyhow::Result<Self> {
        Self::make_in(fleet.folder().join("batches"), fleet.certificates(), &fleet.authority())
    }

    fn make_in(made: PathBuf, used: PathBuf, authority: &Path) -> anyhow::Result<Self> {
        let files = Self { used, made };
        for program in NAMES {
            let copy = files.of(Batch::First, program);
            fs::create_dir_all(&copy)?;
            for file in [CA, CERTIFICATE, KEY] {
                fs::copy(files.used.join(program).join(file), copy.join(file))?;
            }
        }
        let renewed = make(&files.batch(Batch::Renewed), Some(authority))?;
        ensure!(renewed == Made::Certificates, "the old authority was not kept");
        make(&files.batch(Batch::OfNewAuthority), None)?;
        Ok(files)
    }

    /// Where a program's certificate of this batch lies, and its key.
    pub fn of(&self, batch: Batch, program: &str) -> PathBuf {
        self.batch(batch).join(program)
    }

    /// What is in each `ca.pem` at this step.
    pub fn trusted_at(&self, step: &Step) -> anyhow::Result<String> {
        let texts = step.trusted.iter().map(|authority| {
            let batch = match authority {
                Authority::Old => Batch::First,
                Authority::New => Batch::OfNewAuthority,
            };
            fs::read_to_string(self.of(batch, NAMES[0]).join(CA))
        });
        texts.collect::<io::Result<_>>().context("reading an authority")
    }

    /// Gives all programs the files of this step, each file at once.
    pub fn put_in_place(&self, step: &Step) -> anyhow::Result<()> {
        let trusted = self.trusted_at(step)?;
        for program in NAMES {
            let (new, used) = (self.of(step.batch, program), self.used.join(program));
            replace(&used.join(CA), |beside| fs::write(beside, &trusted))?;
            for file in [KEY, CERTIFICATE] {
                replace(&used.join(file), |beside| fs::copy(new.join(file), beside).map(drop))?;
            }
        }
        Ok(())
    }

    fn batch(&self, batch: Batch) -> PathBuf {
        self.made.join(match batch {
            Batch::First => "first",
            Batch::Renewed => "renewed",
            Batch::OfNewAuthority => "of-new-authority",
        })
    }
}

/// A reader finds the file of before or the whole new one.
fn replace(file: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> anyhow::Result<()> {
    let beside = file.with_extension("new");
    let written = write(&beside).and_then(|()| fs::rename(&beside, file));
    written.with_context(|| format!("replacing {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::super::steps::STEPS;
    use super::*;

    #[test]
    fn each_step_puts_its_authorities_and_its_certificates_in_place() {
        let folder = std::env::temp_dir().join(format!("fareway-storm-files-{}", std::process::id()));
        let (used, authority) = (folder.join("used"), folder.join("authority"));
        make(&used, Some(&authority)).unwrap();
        let files = Files::make_in(folder.join("batches"), used.clone(), &authority).unwrap();
        let text = |of: &Path, file: &str| fs::read_to_string(of.join("svc-offers").join(file)).unwrap();
        let mut trusted = Vec::new();

        for step in STEPS {
            files.put_in_place(step).unwrap();
            for file in [CERTIFICATE, KEY] {
                assert_eq!(text(&used, file), text(&files.batch(step.batch), file), "{}", step.what);
            }
            trusted.push(text(&used, CA));
        }
        let certificates = Batch::ALL.map(|batch| text(&files.batch(batch), CERTIFICATE));
        let [old, new] = [Batch::Renewed, Batch::OfNewAuthority].map(|batch| text(&files.batch(batch), CA));
        fs::remove_dir_all(&folder).unwrap();

        let [first, renewed, of_new] = &certificates;
        assert!(first != renewed && renewed != of_new && old != new);
        let both = format!("{old}{new}");
        assert_eq!(trusted, [old.clone(), old, both.clone(), both, new]);
    }
}
