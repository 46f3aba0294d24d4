//! A service's server and its background work. If one of them ends, all end.

use std::collections::HashMap;

use tokio::task::{Id, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

/// Background work that lasts as long as the service.
#[derive(Debug)]
pub struct Workers {
    shutdown: CancellationToken,
    running: JoinSet<()>,
    names: HashMap<Id, &'static str>,
}

impl Workers {
    /// No workers yet. Each of them must heed `shutdown`, and so must the server.
    pub fn new(shutdown: CancellationToken) -> Self {
        Self { shutdown, running: JoinSet::new(), names: HashMap::new() }
    }

    /// Starts a worker that goes on until `shutdown`.
    pub fn spawn(&mut self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let task = self.running.spawn(work);
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

#[cfg(test)]
mod tests {
    use super::*;

    async fn run(
        work: impl Future<Output = ()> + Send + 'static,
        shutdown: &CancellationToken,
    ) -> anyhow::Result<()> {
        let mut workers = Workers::new(shutdown.clone());
        workers.spawn("settler", work);
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

        assert_eq!(stopped.unwrap_err().to_string(), "worker settler: panicked");
    }

    #[tokio::test]
    async fn a_worker_that_ends_too_early_stops_the_server_and_is_named() {
        let stopped = run(async {}, &CancellationToken::new()).await;

        assert_eq!(stopped.unwrap_err().to_string(), "worker settler: ended too early");
    }

    #[tokio::test]
    async fn a_shutdown_lets_the_workers_finish() {
        let shutdown = CancellationToken::new();
        let (finish, finished) = tokio::sync::oneshot::channel();
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
}
