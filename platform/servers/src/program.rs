use std::path::Path;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::process::Child;

use crate::process::{spawn, stop, wait_until};

/// Any program that listens on a loopback port and ends on SIGTERM.
#[derive(Debug)]
pub struct Program {
    child: Child,
}

impl Program {
    /// Starts it and waits until its port is open.
    pub async fn start(
        binary: &Path,
        arguments: impl IntoIterator<Item = String>,
        log: &Path,
        port: u16,
        limit: Duration,
    ) -> anyhow::Result<Self> {
        let mut child = spawn(binary, arguments, log)?;
        let open = async || TcpStream::connect(("127.0.0.1", port)).await.is_ok();
        wait_until(&mut child, &binary.display().to_string(), log, limit, open).await?;
        Ok(Self { child })
    }

    /// Stops it and waits until it has.
    pub async fn stop(mut self) {
        stop(&mut self.child, "-TERM").await;
    }
}
