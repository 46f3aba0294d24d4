use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::process::Command;

use crate::process::{Process, find};
use crate::{Durability, LOCAL_PASSWORD};

/// Debian's folders, newest first.
const FOLDERS: [&str; 4] = [
    "/usr/lib/postgresql/18/bin",
    "/usr/lib/postgresql/17/bin",
    "/usr/lib/postgresql/16/bin",
    "/usr/lib/postgresql/15/bin",
];
/// Postgres refuses to run as root; Debian's package makes this user.
const UNPRIVILEGED: &str = "postgres";
/// Who may sign in to the containers' Postgres.
const SIGN_INS: &str = include_str!("../../../deploy/postgres/pg_hba.conf");

/// A Postgres server on the loopback address, with a superuser `postgres`.
#[derive(Debug)]
pub struct Postgres {
    process: Process,
    /// The superuser's URL.
    pub url: String,
}

impl Postgres {
    /// Starts a server whose cluster lies in `dir`, making it at the first start. Its superuser needs no password.
    pub async fn start(dir: &Path, port: u16, durability: Durability) -> anyhow::Result<Self> {
        Self::launch(dir, port, durability, &[], &[]).await
    }

    /// Starts a server for a test that lets in who the containers' does: by TLS with a password alone. It shows this
    /// certificate, a PEM text as its key is.
    pub async fn start_with_tls(dir: &Path, port: u16, certificate: &str, key: &str) -> anyhow::Result<Self> {
        let dir = dir.canonicalize().with_context(|| format!("looking for {}", dir.display()))?;
        let file = |name: &str| dir.join(name).display().to_string();
        let files = [
            ("cert.pem", certificate),
            ("key.pem", key),
            ("pg_hba.conf", SIGN_INS),
            ("password", LOCAL_PASSWORD),
        ];
        for (name, text) in files {
            std::fs::write(file(name), text)?;
            // Postgres takes no key that others can read.
            std::fs::set_permissions(file(name), Permissions::from_mode(0o600))?;
        }
        let settings = [
            "ssl=on".to_owned(),
            format!("ssl_cert_file={}", file("cert.pem")),
            format!("ssl_key_file={}", file("key.pem")),
            format!("hba_file={}", file("pg_hba.conf")),
        ];
        let password = format!("--pwfile={}", file("password"));
        let server = Self::launch(&dir, port, Durability::None, &[password], &settings).await?;
        Ok(Self { url: format!("postgres://postgres:{LOCAL_PASSWORD}@localhost:{port}/postgres"), ..server })
    }

    /// Starts a server, with more arguments where its cluster is made, and with more settings.
    async fn launch(
        dir: &Path,
        port: u16,
        durability: Durability,
        making: &[String],
        settings: &[String],
    ) -> anyhow::Result<Self> {
        let binaries = find("initdb", &FOLDERS)?.parent().map(Path::to_path_buf).unwrap_or_default();
        std::fs::create_dir_all(dir).with_context(|| format!("making {}", dir.display()))?;
        let dir = dir.canonicalize()?;
        let cluster = dir.join("cluster");
        if is_root() {
            make_readable_by(UNPRIVILEGED, &dir).await?;
        }
        if !cluster.join("PG_VERSION").exists() {
            initialise(&binaries, &cluster, durability, making).await?;
        }
        let mut arguments = arguments(&cluster, port, durability);
        arguments.extend(settings.iter().flat_map(|setting| ["-c".to_owned(), setting.clone()]));
        let binary = binaries.join("postgres");
        let mut process = Process::start("Postgres", user(), &binary, arguments, dir.join("postgres.log"))?;
        let pg_isready = binaries.join("pg_isready");
        let ready = async || {
            let port = port.to_string();
            let status =
                Command::new(&pg_isready).args(["-q", "-h", "127.0.0.1", "-p", &port]).status().await;
            status.is_ok_and(|status| status.success())
        };
        process.until(Duration::from_secs(30), ready).await?;
        Ok(Self { process, url: format!("postgres://postgres@127.0.0.1:{port}/postgres") })
    }

    /// Finds a program that Postgres comes with, such as `pgbench`.
    pub fn tool(name: &str) -> anyhow::Result<PathBuf> {
        find(name, &FOLDERS)
    }

    /// The process id of the parent of its processes, until somebody has seen it end.
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

    /// A fast shutdown: clients are cut off, everything committed is on disk.
    pub async fn stop(self) {
        self.process.stop("-INT").await;
    }
}

fn arguments(cluster: &Path, port: u16, durability: Durability) -> Vec<String> {
    let cluster = cluster.display().to_string();
    let port = port.to_string();
    // No socket file: its path would have to be short, and a checkout's may not be.
    let mut arguments =
        vec!["-D", &cluster, "-k", "", "-h", "127.0.0.1", "-p", &port, "-c", "max_connections=300"];
    if durability == Durability::None {
        arguments.extend(["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]);
    }
    arguments.into_iter().map(str::to_owned).collect()
}

async fn initialise(
    binaries: &Path,
    cluster: &Path,
    durability: Durability,
    more: &[String],
) -> anyhow::Result<()> {
    let output = as_unprivileged(&binaries.join("initdb"))
        .arg("-D")
        .arg(cluster)
        .args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"])
        .args((durability == Durability::None).then_some("--no-sync"))
        .args(more)
        .output()
        .await?;
    ensure!(output.status.success(), "initdb: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

fn as_unprivileged(binary: &Path) -> Command {
    let Some(user) = user() else { return Command::new(binary) };
    let mut command = Command::new("setpriv");
    command.args(["--reuid", user, "--regid", user, "--init-groups", "--"]).arg(binary);
    command
}

fn user() -> Option<&'static str> {
    is_root().then_some(UNPRIVILEGED)
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

async fn make_readable_by(user: &str, dir: &Path) -> anyhow::Result<()> {
    let changed = Command::new("chown").args(["-R", user]).arg(dir).status().await?;
    ensure!(changed.success(), "the folder {} cannot be given to the user {user}", dir.display());
    Ok(())
}
