use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::process::{Child, Command};
use tokio::time::Instant;

const POLL: Duration = Duration::from_millis(50);

/// Finds a program in the given folders, then on the PATH.
pub(crate) fn find(program: &str, folders: &[&str]) -> anyhow::Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join(program));
    folders
        .iter()
        .map(|folder| Path::new(folder).join(program))
        .chain(on_path)
        .find(|candidate| candidate.is_file())
        .with_context(|| format!("{program} is not installed: deploy/scripts/install-system installs it"))
}

/// Starts a child in a process group of its own, so that Ctrl-C reaches us alone and we decide the order of the end.
///
/// It dies with this process: at once when its handle is dropped, and by the kernel's parent-death signal
/// (which `setpriv` sets) when this process is killed.
pub(crate) fn spawn(
    binary: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    log: &Path,
) -> anyhow::Result<Child> {
    spawn_as(None, binary, arguments, log)
}

/// Like `spawn`, as another user.
pub(crate) fn spawn_as(
    user: Option<&str>,
    binary: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    log: &Path,
) -> anyhow::Result<Child> {
    let output = std::fs::OpenOptions::new().create(true).append(true).open(log)?;
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "INT"]);
    if let Some(user) = user {
        command.args(["--reuid", user, "--regid", user, "--init-groups"]);
    }
    command
        .arg("--")
        .arg(binary)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("starting {}", binary.display()))
}

/// Waits until `ready` says so, the child ends, or the time is over.
pub(crate) async fn wait_until(
    child: &mut Child,
    what: &str,
    log: &Path,
    limit: Duration,
    ready: impl AsyncFn() -> bool,
) -> anyhow::Result<()> {
    let end = Instant::now() + limit;
    while Instant::now() < end {
        if ready().await {
            return Ok(());
        }
        if let Some(status) = child.try_wait()? {
            bail!("{what} ended with {status}; its log is {}", log.display());
        }
        tokio::time::sleep(POLL).await;
    }
    bail!("{what} did not start within {} s; its log is {}", limit.as_secs(), log.display())
}

/// Ends a child with SIGTERM (by `kill`, as this crate has no unsafe code) and waits for it.
pub(crate) async fn stop(child: &mut Child, signal: &str) {
    let Some(pid) = child.id() else { return };
    let asked = Command::new("kill").args([signal, &pid.to_string()]).status().await;
    let stopped = tokio::time::timeout(Duration::from_secs(10), child.wait()).await;
    if asked.is_err() || stopped.is_err() {
        tracing::warn!(pid, "a server did not stop by itself and is killed");
        if let Err(error) = child.kill().await {
            tracing::warn!(pid, %error, "killing failed");
        }
    }
}
