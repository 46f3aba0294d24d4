use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::net::TcpStream;

use crate::process::Process;

/// How long a program may take to open its port.
const PATIENCE: Duration = Duration::from_secs(20);

/// Any program that listens and ends on SIGTERM.
#[derive(Debug)]
pub struct Program {
    process: Process,
}

impl Program {
    /// Starts it and waits until something answers at `address`.
    pub async fn start(
        name: &'static str,
        binary: &Path,
        arguments: impl IntoIterator<Item = String>,
        log: PathBuf,
        address: SocketAddr,
    ) -> anyhow::Result<Self> {
        let mut process = Process::start(name, None, binary, arguments, log)?;
        let open = async || TcpStream::connect(address).await.is_ok();
        process.until(PATIENCE, open).await?;
        Ok(Self { process })
    }

    /// Fails where it has ended by itself; the error says how, with the last lines of its log.
    pub fn check_alive(&mut self) -> anyhow::Result<()> {
        self.process.check_alive()
    }

    /// Its process id, until somebody has seen it end.
    pub fn pid(&self) -> Option<u32> {
        self.process.pid()
    }

    /// The most memory it has had so far, bytes.
    pub fn memory_peak(&self) -> anyhow::Result<u64> {
        self.process.memory_peak()
    }

    /// SIGKILL, for tests of what a crash loses.
    pub async fn kill(self) -> anyhow::Result<()> {
        self.process.kill().await
    }

    /// Waits until the server ends by itself; the error says how, with the last lines of its log.
    pub async fn ended(&mut self) -> anyhow::Error {
        self.process.ended().await
    }

    /// Sends a signal, as kill(1) names it: `-STOP`.
    pub async fn signal(&self, signal: &str) -> anyhow::Result<()> {
        self.process.signal(signal).await
    }

    /// Stops it and waits until it has. Kills it after ten seconds.
    pub async fn stop(self) {
        self.process.stop("-TERM").await;
    }

    /// Asks it to end by SIGTERM. Fails where it has not after so long.
    pub async fn end(mut self, within: Duration) -> anyhow::Result<()> {
        self.process.signal("-TERM").await?;
        self.process.end(within).await
    }
}
