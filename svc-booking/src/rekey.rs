//! Encrypts everything that is stored anew by the first key, so that the others can be taken away.

use mail::{WaitingFiles, WaitingMails};
use service::SettingsCheck;
use service::postgres::DatabaseArgs;
use service::sealing::{Rekeyed, rekey};

use crate::config::PiiArgs;
use crate::store::sealed::{Credits, KeptPassengers, Passengers};

/// The keys, the first of which encrypts, and the database.
#[derive(Debug, Clone, clap::Args)]
pub struct RekeyArgs {
    /// What the settings below say about real sales.
    #[command(flatten)]
    pub check: SettingsCheck,
    #[command(flatten)]
    pub database: DatabaseArgs,
    #[command(flatten)]
    pub pii: PiiArgs,
}

impl RekeyArgs {
    /// # Errors
    /// The database is away, or something opens under none of the keys. All else is done then, and it can be run again.
    pub async fn run(&self) -> anyhow::Result<()> {
        self.check.require_safe()?;
        let (pool, sealer) = (self.database.pool()?, self.pii.sealer(None)?);
        let mut rekeyed = Rekeyed::default();
        rekeyed += rekey(&Credits(pool.clone()), &sealer).await?;
        rekeyed += rekey(&KeptPassengers(pool.clone()), &sealer).await?;
        rekeyed += rekey(&WaitingMails(pool.clone()), &sealer).await?;
        rekeyed += rekey(&WaitingFiles(pool.clone()), &sealer).await?;
        // Last: by these the service sees that the old key was taken away too early.
        rekeyed += rekey(&Passengers(pool), &sealer).await?;
        rekeyed.finish(&sealer)
    }
}
