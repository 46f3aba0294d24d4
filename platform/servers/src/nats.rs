use std::ffi::OsStr;
use std::path::{Path, PathBuf};
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
        let binary = binary()?;
        let sync = if durability == Durability::Full && version(&binary).await? >= SYNC_ALWAYS_SINCE {
            "sync_interval: always"
        } else {
            tracing::info!(
                "this nats-server syncs its store every two minutes; the outbox republishes what it loses"
            );
            ""
        };
        Self::launch(&binary, dir, port, sync, &access.config()).await
    }

    /// Starts three servers that keep streams together, for a test: anybody may say anything, and a crash loses what it
    /// will. They listen on the first three ports for clients, on the others for each other.
    pub async fn start_cluster(dir: &Path, ports: [u16; 6]) -> anyhow::Result<Vec<Self>> {
        let (clients, routes) = ports.split_at(3);
        let addresses =
            routes.iter().map(|port| format!("nats://127.0.0.1:{port}")).collect::<Vec<_>>().join(", ");
        let mut servers = Vec::new();
        for (client, route) in clients.iter().zip(routes) {
            let name = format!("server-{client}");
            let cluster = format!("name: local, listen: \"127.0.0.1:{route}\", routes: [{addresses}]");
            let config = format!("server_name: {name}\ncluster {{ {cluster} }}\n");
            servers.push(Self::launch(&binary()?, &dir.join(name), *client, "", &config).await?);
        }
        Ok(servers)
    }

    /// Starts a server that speaks TLS alone, with the certificate and the key of these files, for a test: anybody may say
    /// anything.
    pub async fn start_with_tls(
        dir: &Path,
        port: u16,
        certificate: &Path,
        key: &Path,
    ) -> anyhow::Result<Self> {
        let (certificate, key) = (certificate.display(), key.display());
        let tls = format!("tls {{ cert_file: \"{certificate}\", key_file: \"{key}\" }}\n");
        let server = Self::launch(&binary()?, dir, port, "", &tls).await?;
        Ok(Self { url: format!("tls://127.0.0.1:{port}"), ..server })
    }

    /// Starts a server with JetStream and the rest of its configuration, and waits until clients can connect.
    async fn launch(binary: &Path, dir: &Path, port: u16, sync: &str, rest: &str) -> anyhow::Result<Self> {
        std::fs::create_dir_all(dir).with_context(|| format!("making {}", dir.display()))?;
        let store = dir.join("store");
        let config = dir.join("nats.conf");
        let server =
            format!("listen: 127.0.0.1:{port}\njetstream {{ store_dir: \"{}\" {sync} }}\n", store.display());
        std::fs::write(&config, server + rest)?;
        let arguments = [OsStr::new("-c"), config.as_os_str()];
        let mut process = Process::start("nats-server", None, binary, arguments, dir.join("nats.log"))?;
        let open = async || TcpStream::connect(("127.0.0.1", port)).await.is_ok();
        process.until(Duration::from_secs(15), open).await?;
        Ok(Self { process, url: format!("nats://127.0.0.1:{port}") })
    }

    /// Its process id, until somebody has seen it end.
    pub fn pid(&self) -> Option<u32> {
        self.process.pid()
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

fn binary() -> anyhow::Result<PathBuf> {
    find("nats-server", &["/usr/sbin", "/usr/local/bin"])
}

async fn version(binary: &Path) -> anyhow::Result<(u32, u32, u32)> {
    let output = Command::new(binary).arg("--version").output().await?;
    let text =
        String::from_utf8_lossy(&output.stdout).trim().rsplit('v').next().unwrap_or_default().to_owned();
    let mut parts = text.split('.').map(|part| part.parse().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    Ok((next(), next(), next()))
}
