use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// The two steps in which a program ends.
#[derive(Debug, Clone)]
pub struct Shutdown {
    /// New work should go elsewhere: readiness says so. Requests that still come are served.
    pub draining: CancellationToken,
    /// Nothing new is taken. What is under way is finished.
    pub stopping: CancellationToken,
}

impl Shutdown {
    /// Not asked for yet.
    pub fn new() -> Self {
        let stopping = CancellationToken::new();
        // A program that stops at once, as after a worker's panic, is not ready either.
        Self { draining: stopping.child_token(), stopping }
    }
}

impl Default for Shutdown {
    fn default() -> Self {
        Self::new()
    }
}

impl From<CancellationToken> for Shutdown {
    /// Without a time to drain.
    fn from(stopping: CancellationToken) -> Self {
        Self { draining: stopping.clone(), stopping }
    }
}

/// For how long a program that is asked to end goes on serving.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct DrainArgs {
    /// Seconds between SIGTERM and the end of serving. Meanwhile readiness says "stopping", so that balancers and callers
    /// turn to other replicas before the port closes.
    #[arg(long, env = "DRAIN_SECONDS", default_value_t = 5, value_name = "S")]
    pub drain_seconds: u16,
}

impl DrainArgs {
    /// For programs whose callers need no time to turn elsewhere.
    pub const NONE: Self = Self { drain_seconds: 0 };

    /// Ends the program at the first SIGTERM or SIGINT: drains, then stops. A second signal ends the draining.
    pub fn shutdown_signal(self) -> Shutdown {
        let shutdown = Shutdown::new();
        let signalled = shutdown.clone();
        tokio::spawn(async move {
            wait_for_signal().await;
            tracing::info!(drain_s = self.drain_seconds, "stopping: readiness says so from now on");
            signalled.draining.cancel();
            let drain = Duration::from_secs(self.drain_seconds.into());
            let _sooner = tokio::time::timeout(drain, wait_for_signal()).await;
            tracing::info!("stopping: requests and consumers under way are finished first");
            signalled.stopping.cancel();
        });
        shutdown
    }
}

async fn wait_for_signal() {
    use tokio::signal::unix::{SignalKind, signal};

    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
        }
        Err(error) => {
            tracing::warn!(%error, "no handler for SIGTERM; only SIGINT stops this process gracefully");
            if let Err(error) = tokio::signal::ctrl_c().await {
                tracing::error!(%error, "no handler for SIGINT");
                std::future::pending::<()>().await;
            }
        }
    }
}
