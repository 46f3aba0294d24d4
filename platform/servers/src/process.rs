use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use tokio::process::{Child, Command};
use tokio::time::Instant;

const POLL: Duration = Duration::from_millis(50);
/// How long a server may take to stop.
const PATIENCE: Duration = Duration::from_secs(10);
/// What is shown of a log where a server ended by itself.
const LAST_LINES: usize = 10;

/// Finds a program in the given folders, then on the PATH.
pub(crate) fn find(program: &str, folders: &[&str]) -> anyhow::Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join(program));
    folders
        .iter()
        .map(|folder| Path::new(folder).join(program))
        .chain(on_path)
        .find(|candidate| candidate.is_file())
        .with_context(|| format!("{program} is not installed: `make setup` installs it"))
}

/// A server's process and its log.
///
/// In a process group of its own, so that Ctrl-C reaches us alone and we decide the order of the end. It dies with
/// us: at once when this value is dropped, and by the kernel's parent-death signal (which `setpriv` sets, as this
/// crate has no unsafe code) when we are killed.
#[derive(Debug)]
pub(crate) struct Process {
    name: &'static str,
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts a program as `user`, or as who we are.
    pub fn start(
        name: &'static str,
        user: Option<&str>,
        binary: &Path,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
        log: PathBuf,
    ) -> anyhow::Result<Self> {
        let output = std::fs::OpenOptions::new().create(true).append(true).open(&log)?;
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "INT"]);
        if let Some(user) = user {
            command.args(["--reuid", user, "--regid", user, "--init-groups"]);
        }
        let child = command
            .arg("--")
            .arg(binary)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output)
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("starting {}", binary.display()))?;
        Ok(Self { name, child, log })
    }

    /// Waits until `ready` says so, the process ends, or the time is over.
    pub async fn until(&mut self, limit: Duration, ready: impl AsyncFn() -> bool) -> anyhow::Result<()> {
        let end = Instant::now() + limit;
        while Instant::now() < end {
            if ready().await {
                return Ok(());
            }
            if let Some(status) = self.child.try_wait()? {
                return Err(self.obituary(&status.to_string()));
            }
            tokio::time::sleep(POLL).await;
        }
        bail!("{} did not start within {} s; its log is {}", self.name, limit.as_secs(), self.log.display())
    }

    /// Waits until the process ends by itself, and says how. Can be cancelled.
    pub async fn ended(&mut self) -> anyhow::Error {
        match self.child.wait().await {
            Ok(status) => self.obituary(&status.to_string()),
            Err(error) => self.obituary(&error.to_string()),
        }
    }

    /// Asks it to end and waits until it has.
    pub async fn stop(mut self, signal: &str) {
        if self.child.id().is_none() {
            return;
        }
        let asked = self.signal(signal).await;
        let stopped = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        if asked.is_err() || stopped.is_err() {
            tracing::warn!(server = self.name, "a server did not stop by itself and is killed");
            if let Err(error) = self.child.kill().await {
                tracing::warn!(server = self.name, %error, "killing failed");
            }
        }
    }

    /// Sends a signal, as kill(1) names it: `-TERM`.
    pub async fn signal(&self, signal: &str) -> anyhow::Result<()> {
        let pid = self.child.id().with_context(|| format!("{} has ended", self.name))?;
        let sent = Command::new("kill").args([signal, &pid.to_string()]).status().await?;
        ensure!(sent.success(), "kill {signal} {pid}, which is {}: {sent}", self.name);
        Ok(())
    }

    /// Waits until it has ended as it was asked to.
    pub async fn end(&mut self, within: Duration) -> anyhow::Result<()> {
        let ended = tokio::time::timeout(within, self.child.wait()).await;
        let status = ended.with_context(|| format!("{} does not end", self.name))??;
        if status.success() { Ok(()) } else { Err(self.obituary(&status.to_string())) }
    }

    /// Ends it without a word of warning, as a power cut would, and waits until the kernel has buried it.
    pub async fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill().await.with_context(|| format!("killing {}", self.name))
    }

    /// Its process id, until somebody has seen it end.
    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// Says how it ended, if it has.
    pub fn check_alive(&mut self) -> anyhow::Result<()> {
        match self.child.try_wait()? {
            Some(status) => Err(self.obituary(&status.to_string())),
            None => Ok(()),
        }
    }

    /// The most resident memory so far, bytes (`VmHWM`, see proc(5)).
    pub fn memory_peak(&self) -> anyhow::Result<u64> {
        let pid = self.child.id().with_context(|| format!("{} has ended", self.name))?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
        let kib: u64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kib * 1024)
    }

    fn obituary(&self, how: &str) -> anyhow::Error {
        let (name, log) = (self.name, self.log.display());
        anyhow!("{name} ended by itself ({how}); the last lines of {log}:\n{}", last_lines(&self.log))
    }
}

fn last_lines(log: &Path) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_that_ends_by_itself_is_named_with_the_last_lines_of_its_log() {
        let log = std::env::temp_dir().join(format!("fareway-process-{}.log", std::process::id()));
        let script = "for line in $(seq 20); do echo line $line; done; exit 3";

        let mut process =
            Process::start("the broker", None, Path::new("/bin/sh"), ["-c", script], log.clone()).unwrap();
        let told = process.ended().await.to_string();

        std::fs::remove_file(log).unwrap();
        assert!(told.starts_with("the broker ended by itself (exit status: 3)"), "{told}");
        assert!(told.contains("\nline 11\n") && told.ends_with("\nline 20"), "{told}");
        assert!(!told.contains("\nline 10\n"), "{told}");
    }
}
