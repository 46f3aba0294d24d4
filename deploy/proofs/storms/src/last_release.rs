//! The programs of the last release, which a rollout meets and a rollback starts again. `deploy/scripts/storm` says where
//! they are.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use stack::programs::CommandLine;
use tokio::process::Command;

const FOLDER: &str = "FAREWAY_OLDER";

pub struct LastRelease {
    folder: PathBuf,
}

impl LastRelease {
    pub fn built() -> anyhow::Result<Self> {
        let folder = std::env::var_os(FOLDER).context("deploy/scripts/storm says where it is")?;
        Ok(Self { folder: folder.into() })
    }

    /// What env(1) starts. Settings are variables, as in a cluster: a program overlooks those that it does not know.
    pub fn command(&self, line: &CommandLine) -> anyhow::Result<Vec<String>> {
        let program = self.program(line.name)?.display().to_string();
        let settings = line.arguments.get(1..).context("a command and its settings")?;
        let are_pairs = settings.iter().step_by(2).all(|name| name.starts_with("--"));
        ensure!(are_pairs, "a setting of {} is not a name and a value", line.name);
        let variables = settings.chunks_exact(2).map(|setting| variable(&setting[0], &setting[1]));
        Ok(variables.chain([program, "serve".to_owned()]).collect())
    }

    /// Runs its `migrate` on the schema as it is.
    pub async fn migrate(&self, name: &str, owner_url: &str) -> anyhow::Result<()> {
        let ran = Command::new(self.program(name)?)
            .args(["migrate", "--database-owner-url", owner_url])
            .output()
            .await
            .with_context(|| format!("starting {name} migrate"))?;
        let log = [ran.stdout, ran.stderr].concat();
        ensure!(
            ran.status.success(),
            "{name} migrate of the last release ({}): {}",
            ran.status,
            String::from_utf8_lossy(&log)
        );
        Ok(())
    }

    fn program(&self, name: &str) -> anyhow::Result<PathBuf> {
        let program = self.folder.join(name);
        ensure!(program.is_file(), "{} is not there", program.display());
        Ok(program)
    }
}

/// `--nats-url` is the variable `NATS_URL`.
fn variable(argument: &str, value: &str) -> String {
    let name = argument.trim_start_matches('-').replace('-', "_").to_uppercase();
    format!("{name}={value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_given_as_its_variable() {
        assert_eq!(variable("--nats-url", "nats://127.0.0.1:4222"), "NATS_URL=nats://127.0.0.1:4222");
        assert_eq!(variable("--pii-key", "Zm9v="), "PII_KEY=Zm9v=");
    }
}
