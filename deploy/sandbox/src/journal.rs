//! The append-only file that books survive a crash in: one JSON line a commit, on disk before it is answered.
//! Lines that arrive while one is being synced share the next sync.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::mpsc;

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::oneshot;

#[derive(Debug)]
pub struct Journal {
    writer: mpsc::Sender<Entry>,
}

#[derive(Debug)]
struct Entry {
    line: Vec<u8>,
    written: oneshot::Sender<()>,
}

/// Resolves once the line is on disk; an error means it may not be.
pub type Written = oneshot::Receiver<()>;

impl Journal {
    /// Opens or creates the file and reads what it holds.
    pub fn open<T: DeserializeOwned>(path: &Path) -> anyhow::Result<(Self, Vec<T>)> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("opening {}", path.display()))?;
        let commits = replay(&mut file)
            .with_context(|| format!("reading {}; without it the books begin empty", path.display()))?;
        let (writer, entries) = mpsc::channel();
        std::thread::Builder::new().name("journal".into()).spawn(move || write(file, &entries))?;
        Ok((Self { writer }, commits))
    }

    pub fn append<T: Serialize>(&self, commit: &T) -> Written {
        let (written, done) = oneshot::channel();
        let mut line = serde_json::to_vec(commit).expect("books have text keys only");
        line.push(b'\n');
        // A writer that is gone has dropped `written`, which is what the caller looks at.
        let _ = self.writer.send(Entry { line, written });
        done
    }
}

/// A last line without its end was being written when the process died: it was never answered, and goes.
fn replay<T: DeserializeOwned>(file: &mut File) -> anyhow::Result<Vec<T>> {
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::Start(whole as u64))?;
    text[..whole]
        .split_inclusive(|byte| *byte == b'\n')
        .enumerate()
        .map(|(number, line)| serde_json::from_slice(line).with_context(|| format!("line {}", number + 1)))
        .collect()
}

fn write(mut file: File, entries: &mpsc::Receiver<Entry>) {
    while let Ok(first) = entries.recv() {
        let group: Vec<Entry> = std::iter::once(first).chain(entries.try_iter()).collect();
        if let Err(error) = write_group(&mut file, &group) {
            tracing::error!(%error, "the journal can't be written; nothing more is promised");
            return;
        }
        for entry in group {
            // Nobody waits for it any more: the caller hung up.
            let _ = entry.written.send(());
        }
    }
}

fn write_group(file: &mut File, group: &[Entry]) -> std::io::Result<()> {
    let lines: Vec<u8> = group.iter().flat_map(|entry| entry.line.iter().copied()).collect();
    file.write_all(&lines)?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("sandbox-{name}-{}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        path
    }

    #[tokio::test]
    async fn what_was_written_is_read_again() {
        let path = file("journal-again", "");
        let (journal, none) = Journal::open::<u32>(&path).unwrap();

        let written: Vec<_> = (0..3u32).map(|number| journal.append(&number)).collect();
        for line in written {
            line.await.unwrap();
        }

        assert_eq!((none, Journal::open::<u32>(&path).unwrap().1), (vec![], vec![0, 1, 2]));
    }

    #[tokio::test]
    async fn a_torn_last_line_gives_way_to_the_next() {
        let path = file("journal-torn", "1\n2");
        let (journal, whole) = Journal::open::<u32>(&path).unwrap();

        journal.append(&3).await.unwrap();

        assert_eq!((whole, Journal::open::<u32>(&path).unwrap().1), (vec![1], vec![1, 3]));
    }

    #[test]
    fn a_broken_line_in_the_middle_is_not_passed_over() {
        let path = file("journal-broken", "1\nx\n3\n");

        let error = Journal::open::<u32>(&path).unwrap_err();

        assert!(format!("{error:#}").contains("line 2"));
    }
}
