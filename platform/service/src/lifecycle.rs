use tokio_util::sync::CancellationToken;

use crate::admin::AdminArgs;
use crate::health::Health;
use crate::shutdown::{DrainArgs, Shutdown};

/// What a program and its surroundings exchange: when to end, and whether it is ready.
#[derive(Debug, Clone)]
pub struct Lifecycle {
    /// When to end.
    pub shutdown: Shutdown,
    /// How it is.
    pub health: Health,
}

impl Lifecycle {
    /// That of this process: its admin port is open, its runtime gives signs of life, and SIGTERM or SIGINT ends it.
    pub fn of_process(admin: AdminArgs, drain: DrainArgs) -> anyhow::Result<Self> {
        let health = Health::default();
        admin.open(health.clone())?;
        tokio::spawn(health.clone().give_signs_of_life());
        Ok(Self { shutdown: drain.shutdown_signal(), health })
    }
}

impl From<Shutdown> for Lifecycle {
    /// Without an admin port.
    fn from(shutdown: Shutdown) -> Self {
        Self { shutdown, health: Health::default() }
    }
}

impl From<CancellationToken> for Lifecycle {
    /// Without an admin port, and without a time to drain.
    fn from(stopping: CancellationToken) -> Self {
        Shutdown::from(stopping).into()
    }
}
