use tokio_util::sync::CancellationToken;

/// A token that is cancelled at the first SIGTERM or SIGINT.
pub fn shutdown_signal() -> CancellationToken {
    let token = CancellationToken::new();
    let cancelled = token.clone();
    tokio::spawn(async move {
        wait_for_signal().await;
        tracing::info!("stopping: requests and consumers under way are finished first");
        cancelled.cancel();
    });
    token
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
