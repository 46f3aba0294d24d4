//! Reads a program's certificate again when its files have changed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use super::files::Files;
use super::material::Material;
use crate::line_a_minute::LineAMinute;

/// How often the files are read. Kubernetes swaps a link to the folder they lie in, so their contents alone tell.
const PERIOD: Duration = Duration::from_secs(5);

/// What the files hold by now. Each new connection takes it from here; those that stand live on.
pub(crate) type Current = watch::Receiver<Arc<Material>>;

/// What is loaded once and renewed for all who ask, however often the settings are copied.
#[derive(Debug, Clone)]
pub(super) struct Shared {
    period: Duration,
    current: Arc<Mutex<Option<Current>>>,
}

impl Default for Shared {
    fn default() -> Self {
        Self::every(PERIOD)
    }
}

impl Shared {
    /// Reads the files this often.
    pub fn every(period: Duration) -> Self {
        Self { period, current: Arc::default() }
    }

    /// Loads what lies in `dir`, and looks after it from now on, as long as anybody uses it.
    pub fn of(&self, dir: &Path) -> anyhow::Result<Current> {
        let mut current = self.current.lock().expect("nothing panics under this lock");
        if let Some(known) = &*current {
            return Ok(known.clone());
        }
        let (renewal, first) = Renewal::begin(dir)?;
        tokio::spawn(renewal.run(self.period));
        Ok(current.insert(first).clone())
    }
}

struct Renewal {
    dir: PathBuf,
    used: Files,
    /// What was read last.
    seen: Files,
    newest: watch::Sender<Arc<Material>>,
    warning: LineAMinute,
}

impl Renewal {
    fn begin(dir: &Path) -> anyhow::Result<(Self, Current)> {
        let used = Files::read(dir)?;
        let material = Material::load(&used).with_context(|| format!("loading {}", dir.display()))?;
        let (newest, current) = watch::channel(Arc::new(material));
        let (dir, seen) = (dir.to_owned(), used.clone());
        Ok((Self { dir, used, seen, newest, warning: LineAMinute::default() }, current))
    }

    async fn run(mut self, period: Duration) {
        while timeout(period, self.newest.closed()).await.is_err() {
            match self.change().await {
                Ok(Some(material)) => self.renew(material),
                Ok(None) => {}
                Err(error) => self.warn(&error),
            }
        }
    }

    /// What the files hold now, if it is not what is used. A change counts once two readings in a row agree: before that
    /// the files may be half replaced.
    async fn change(&mut self) -> anyhow::Result<Option<Material>> {
        let dir = self.dir.clone();
        let found = tokio::task::spawn_blocking(move || Files::read(&dir)).await??;
        let is_settled = found == self.seen;
        self.seen = found;
        if !is_settled || self.seen == self.used {
            return Ok(None);
        }
        Material::load(&self.seen).map(Some)
    }

    fn renew(&mut self, material: Material) {
        let (dir, ends) = (self.dir.display(), material.ends.date());
        tracing::info!(%dir, %ends, "took a new certificate");
        self.used = self.seen.clone();
        self.newest.send_replace(Arc::new(material));
    }

    fn warn(&mut self, error: &anyhow::Error) {
        if self.warning.allow(Instant::now()).is_some() {
            let (dir, error) = (self.dir.display(), format!("{error:#}"));
            tracing::warn!(%dir, error, "new certificates can't be used; those of before are");
        }
    }
}
