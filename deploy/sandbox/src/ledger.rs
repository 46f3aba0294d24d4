//! What the providers believe: one set of books, changed only by commits that are decided on the current state,
//! applied at once and answered when they are on disk.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::mpsc;

use crate::books::outbox::{self, Event};
use crate::books::{Books, Change};
use crate::clock::Clock;
use crate::journal::Journal;

/// The journal could not be written: what was asked for may be lost with this process.
#[derive(Debug, thiserror::Error)]
#[error("the journal could not be written")]
pub struct NotDurable;

#[derive(Debug)]
pub struct Ledger {
    books: Mutex<Books>,
    journal: Option<Journal>,
    clock: Arc<Clock>,
    queued: mpsc::UnboundedSender<Event>,
    commits: AtomicU64,
}

impl Ledger {
    /// The books as the journal has them, and the events that are still to be delivered, now and later.
    pub fn open(
        journal: Option<&Path>,
        clock: Arc<Clock>,
    ) -> anyhow::Result<(Self, mpsc::UnboundedReceiver<Event>)> {
        let (queued, deliveries) = mpsc::unbounded_channel();
        let (journal, commits) = match journal {
            Some(path) => {
                Journal::open::<Vec<Change>>(path).map(|(journal, commits)| (Some(journal), commits))?
            }
            None => (None, Vec::new()),
        };
        let mut books = Books::default();
        for change in commits.into_iter().flatten() {
            books.apply(&clock, change);
        }
        for event in books.events.pending() {
            queued.send(event.clone())?;
        }
        Ok((
            Self { books: Mutex::new(books), journal, clock, queued, commits: AtomicU64::new(0) },
            deliveries,
        ))
    }

    /// How often the books were changed since the start.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    pub fn read<T>(&self, look: impl FnOnce(&Books) -> T) -> T {
        look(&self.lock())
    }

    /// Decides on the books as they are now and changes them, with nobody in between.
    /// The effect does not depend on the caller staying: only the wait for the disk can be abandoned.
    pub async fn commit<T, E: From<NotDurable>>(
        &self,
        decide: impl FnOnce(&Books) -> Result<(Vec<Change>, T), E>,
    ) -> Result<T, E> {
        let (written, answer) = {
            let mut books = self.lock();
            let (changes, answer) = decide(&books)?;
            if changes.is_empty() {
                return Ok(answer);
            }
            let written = self.journal.as_ref().map(|journal| journal.append(&changes));
            self.commits.fetch_add(1, Ordering::Relaxed);
            for change in changes {
                self.announce(&change);
                books.apply(&self.clock, change);
            }
            (written, answer)
        };
        if let Some(written) = written {
            written.await.map_err(|_| NotDurable)?;
        }
        Ok(answer)
    }

    fn announce(&self, change: &Change) {
        if let Change::Event(outbox::Change::Queued(event)) = change {
            // Without a dispatcher, which is gone only during shutdown, the event waits for the next start.
            let _ = self.queued.send(Event::clone(event));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Books> {
        self.books.lock().expect("no commit panics half-way")
    }
}
