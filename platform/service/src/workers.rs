//! A service's server and its background work. If one of them ends, all end.

use std::collections::HashMap;

use tokio::sync::watch;
use tokio::task::{Id, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::health::{Health, Readiness};

/// Background work that lasts as long as the service.
#[derive(Debug)]
pub struct Workers {
    shutdown: CancellationToken,
    /// What they wait for before they begin.
    readiness: Option<watch::Receiver<Readiness>>,
    running: JoinSet<()>,
    names: HashMap<Id, &'static str>,
}

impl Workers {
    /// No workers yet. Each of them must heed `shutdown`, and so must the server.
    pub fn new(shutdown: CancellationToken) -> Self {
        Self { shutdown, readiness: None, running: JoinSet::new(), names: HashMap::new() }
    }

    /// The same, but each begins when the program is found ready for the first time. One that never is does no work.
    pub fn once_ready(shutdown: CancellationToken, health: &Health) -> Self {
        Self { readiness: Some(health.changes()), ..Self::new(shutdown) }
    }

    /// Starts a worker that goes on until `shutdown`.
    pub fn spawn(&mut self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let task = match self.readiness.clone() {
            Some(readiness) => self.running.spawn(when_ready(readiness, self.shutdown.clone(), work)),
            None => self.running.spawn(work),
        };
        self.names.insert(task.id(), name);
    }

    /// Runs the server beside the workers, until `shutdown` or until one of them stops before that: then all stop, and
    /// its supervisor sees an error.
    pub fn run_with(
        mut self,
        server: impl Future<Output = anyhow::Result<()>>,
    ) -> impl Future<Output = anyhow::Result<()>> {
        // Boxed: a server's future is large, and `main` holds it several times over.
        let server = Box::pin(server);
        async move {
            let shutdown = self.shutdown.clone();
            let serving = async {
                let outcome = server.await;
                shutdown.cancel();
                outcome
            };
            let (serving, working) = tokio::join!(serving, self.watch());
            serving.and(working)
        }
    }

    /// Waits for every worker and answers the first fault.
    async fn watch(&mut self) -> anyhow::Result<()> {
        let mut outcome = Ok(());
        while let Some(ended) = self.running.join_next_with_id().await {
            let fault = self.fault(ended);
            self.shutdown.cancel();
            outcome = outcome.and(fault);
        }
        outcome
    }

    fn fault(&self, ended: Result<(Id, ()), JoinError>) -> anyhow::Result<()> {
        let (id, how) = match ended {
            Ok(_) if self.shutdown.is_cancelled() => return Ok(()),
            Ok((id, ())) => (id, "ended too early"),
            Err(error) => (error.id(), "panicked"),
        };
        Err(anyhow::anyhow!("worker {}: {how}", self.names[&id]))
    }
}

async fn when_ready(
    mut readiness: watch::Receiver<Readiness>,
    shutdown: CancellationToken,
    work: impl Future<Output = ()> + Send,
) {
    let is_ready = async { readiness.wait_for(|found| *found == Readiness::Ready).await.is_ok() };
    if shutdown.run_until_cancelled(is_ready).await == Some(true) {
        work.await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::oneshot;

    use super::*;

    async fn run(
        work: impl Future<Output = ()> + Send + 'static,
        shutdown: &CancellationToken,
    ) -> anyhow::Result<()> {
        let mut workers = Workers::new(shutdown.clone());
        workers.spawn("finisher", work);
        workers.spawn("relay", shutdown.clone().cancelled_owned());
        workers
            .run_with(async {
                shutdown.cancelled().await;
                Ok(())
            })
            .await
    }

    #[tokio::test]
    async fn a_worker_that_panics_stops_the_server_and_is_named() {
        let stopped = run(async { panic!("on purpose") }, &CancellationToken::new()).await;

        assert_eq!(stopped.unwrap_err().to_string(), "worker finisher: panicked");
    }

    #[tokio::test]
    async fn a_worker_that_ends_too_early_stops_the_server_and_is_named() {
        let stopped = run(async {}, &CancellationToken::new()).await;

        assert_eq!(stopped.unwrap_err().to_string(), "worker finisher: ended too early");
    }

    #[tokio::test]
    async fn a_shutdown_lets_the_workers_finish() {
        let shutdown = CancellationToken::new();
        let (finish, finished) = oneshot::channel();
        let asked = shutdown.clone();
        let work = async move {
            asked.cancelled().await;
            tokio::task::yield_now().await;
            finish.send(()).unwrap();
        };

        shutdown.cancel();
        let stopped = run(work, &shutdown).await;

        assert!(stopped.is_ok());
        assert!(finished.await.is_ok());
    }

    #[tokio::test]
    async fn a_server_that_fails_stops_the_workers() {
        let shutdown = CancellationToken::new();
        let mut workers = Workers::new(shutdown.clone());
        workers.spawn("relay", shutdown.cancelled_owned());

        let stopped = workers.run_with(async { anyhow::bail!("no port") }).await;

        assert_eq!(stopped.unwrap_err().to_string(), "no port");
    }

    #[tokio::test]
    async fn a_worker_that_waits_for_readiness_begins_with_it() {
        let (shutdown, health) = (CancellationToken::new(), Health::default());
        let mut workers = Workers::once_ready(shutdown.clone(), &health);
        let (sender, mut begun) = oneshot::channel();
        let stopped = shutdown.clone();
        workers.spawn("sweeper", async move {
            sender.send(()).unwrap();
            stopped.cancelled().await;
        });

        health.wait_for("the keys do not open the stored data");
        tokio::task::yield_now().await;
        assert_eq!(begun.try_recv(), Err(oneshot::error::TryRecvError::Empty));

        let watching = health.watch(Duration::from_secs(2), &shutdown, || std::future::ready(Ok(())));
        let beginning = async {
            begun.await.unwrap();
            shutdown.cancel();
        };
        tokio::join!(watching, beginning);
        workers.run_with(async { Ok(()) }).await.unwrap();
    }

    #[tokio::test]
    async fn a_program_that_is_never_ready_ends_without_its_workers() {
        let (shutdown, health) = (CancellationToken::new(), Health::default());
        let mut workers = Workers::once_ready(shutdown.clone(), &health);
        workers.spawn("sweeper", async { panic!("it begins") });

        shutdown.cancel();

        workers.run_with(async { Ok(()) }).await.unwrap();
    }
}
