use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpStream;
use tokio::process::Command;

use crate::Durability;
use crate::process::{Process, find};

/// `sync_interval` is known from this version on.
const SYNC_ALWAYS_SINCE: (u32, u32, u32) = (2, 10, 23);

/// The users of the containers' broker, with what each may say.
const USERS: &str = include_str!("../../../deploy/nats/users.conf");
/// The password of every user of a local broker.
pub const LOCAL_PASSWORD: &str = "fareway-local";

/// Whom a broker lets in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anybody may say anything: for a test of one service.
    Anyone,
    /// Those of deploy/nats/users.conf, with one password known to all.
    Users,
}

impl Access {
    fn config(self) -> String {
        match self {
            Self::Anyone => String::new(),
            Self::Users => {
                let words = USERS.split_whitespace().filter_map(|word| word.strip_prefix('$'));
                let passwords = words.filter(|word| word.ends_with("_PASSWORD"));
                let settings = passwords.map(|name| format!("{name}: {LOCAL_PASSWORD}"));
                settings.chain([USERS.to_owned()]).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// A NATS server with JetStream on the loopback address.
#[derive(Debug)]
pub struct Nats {
    process: Process,
    /// Where clients connect.
    pub url: String,
}

impl Nats {
    /// Starts a server whose store lies in `dir`.
    pub async fn start(
        dir: &Path,
        port: u16,
        durability: Durability,
        access: Access,
    ) -> anyhow::Result<Self> {
        let binary = find("nats-server", &["/usr/sbin", "/usr/local/bin"])?;
        std::fs::create_dir_all(dir).with_context(|| format!("making {}", dir.display()))?;
        let sync = if durability == Durability::Full && version(&binary).await? >= SYNC_ALWAYS_SINCE {
            "sync_interval: always"
        } else {
            tracing::info!(
                "this nats-server syncs its store every two minutes; the outbox republishes what it loses"
            );
            ""
        };
        let store = dir.join("store");
        let config = dir.join("nats.conf");
        let server =
            format!("listen: 127.0.0.1:{port}\njetstream {{ store_dir: \"{}\" {sync} }}\n", store.display());
        std::fs::write(&config, server + &access.config())?;
        let arguments = [OsStr::new("-c"), config.as_os_str()];
        let mut process = Process::start("nats-server", None, &binary, arguments, dir.join("nats.log"))?;
        let open = async || TcpStream::connect(("127.0.0.1", port)).await.is_ok();
        process.until(Duration::from_secs(15), open).await?;
        Ok(Self { process, url: format!("nats://127.0.0.1:{port}") })
    }

    /// Fails where it has ended by itself; the error says how, with the last lines of its log.
    pub fn check_alive(&mut self) -> anyhow::Result<()> {
        self.process.check_alive()
    }

    /// SIGKILL, for tests of what a crash loses.
    pub async fn kill(self) -> anyhow::Result<()> {
        self.process.kill().await
    }

    /// Waits until the server ends by itself; the error says how, with the last lines of its log.
    pub async fn ended(&mut self) -> anyhow::Error {
        self.process.ended().await
    }

    /// Stops it and waits until it has.
    pub async fn stop(self) {
        self.process.stop("-TERM").await;
    }
}

async fn version(binary: &Path) -> anyhow::Result<(u32, u32, u32)> {
    let output = Command::new(binary).arg("--version").output().await?;
    let text =
        String::from_utf8_lossy(&output.stdout).trim().rsplit('v').next().unwrap_or_default().to_owned();
    let mut parts = text.split('.').map(|part| part.parse().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    Ok((next(), next(), next()))
}
