//! What the gateway logs.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

use tracing_subscriber::fmt::MakeWriter;

/// All that this process logs.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// For the whole process: a scoped one would miss what other tests' threads have called before.
    pub fn of_this_process() -> Self {
        static LOG: OnceLock<Log> = OnceLock::new();
        let capture = || {
            let log = Self::default();
            let subscriber =
                tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone());
            tracing::subscriber::set_global_default(subscriber.with_ansi(false).finish()).unwrap();
            log
        };
        LOG.get_or_init(capture).clone()
    }

    /// Our own lines. The libraries trace the bytes of their sockets at this level; our own are what we answer for.
    pub fn ours(&self) -> Vec<String> {
        ours_of(&self.0.lock().unwrap())
    }

    /// Our own lines, and forgets all: the log of a hundred thousand requests has no room in memory.
    pub fn take_ours(&self) -> Vec<String> {
        ours_of(&std::mem::take(&mut *self.0.lock().unwrap()))
    }

    /// The lines of the security log, without the spans before them.
    pub fn security(&self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned();
        let events = text.lines().filter_map(|line| line.split_once(" security: "));
        events.map(|(_, event)| format!("{event} ")).collect()
    }
}

fn ours_of(log: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(log);
    let is_ours = |line: &&str| line.contains(" gateway::") || line.contains(" security: ");
    text.lines().filter(is_ours).map(str::to_owned).collect()
}

impl Write for Log {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'w> MakeWriter<'w> for Log {
    type Writer = Self;

    fn make_writer(&'w self) -> Self {
        self.clone()
    }
}
