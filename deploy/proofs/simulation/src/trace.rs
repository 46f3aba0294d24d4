//! What happened in a run, line by line, and its digest: two runs are the same where their digests are.

use std::time::Duration;

use sha2::{Digest, Sha256};

pub struct Trace {
    lines: Vec<String>,
    digest: Sha256,
    shown: bool,
}

impl Trace {
    /// `shown`: on standard error, as it happens.
    pub fn new(shown: bool) -> Self {
        Self { lines: Vec::new(), digest: Sha256::new(), shown }
    }

    pub fn note(&mut self, at: Duration, what: &str) {
        let line = format!("{:>9} {what}", at.as_millis());
        self.digest.update(&line);
        if self.shown {
            eprintln!("{line}");
        }
        self.lines.push(line);
    }

    pub fn digest(&self) -> String {
        hex::encode(&self.digest.clone().finalize()[..8])
    }

    /// The last lines, for finding out what went wrong.
    pub fn tail(&self, n: usize) -> &[String] {
        &self.lines[self.lines.len().saturating_sub(n)..]
    }
}
