//! Encrypts the secrets of second factors and waiting mails anew by the first key, so that the others can be taken away.

use mail::WaitingMails;
use service::SettingsCheck;
use service::postgres::DatabaseArgs;
use service::sealing::{Rekeyed, rekey};

use crate::config::SecondFactorArgs;
use crate::store::sealed::{EnrolmentSecrets, Secrets};

/// The keys, the first of which encrypts, and the database.
#[derive(Debug, Clone, clap::Args)]
pub struct RekeyArgs {
    /// What the settings below say about real sales.
    #[command(flatten)]
    pub check: SettingsCheck,
    #[command(flatten)]
    pub database: DatabaseArgs,
    #[command(flatten)]
    pub second_factor: SecondFactorArgs,
}

impl RekeyArgs {
    /// # Errors
    /// The database is away, or something opens under none of the keys. All else is done then, and it can be run again.
    pub async fn run(&self) -> anyhow::Result<()> {
        self.check.require_safe()?;
        let (pool, sealer) = (self.database.pool()?, self.second_factor.sealer()?);
        let mut rekeyed = Rekeyed::default();
        // In this order: a secret that is confirmed meanwhile goes from the first table to the second as it is.
        rekeyed += rekey(&EnrolmentSecrets(pool.clone()), &sealer).await?;
        rekeyed += rekey(&Secrets(pool.clone()), &sealer).await?;
        // None of them has a file.
        rekeyed += rekey(&WaitingMails(pool), &sealer).await?;
        rekeyed.finish(&sealer)
    }
}
