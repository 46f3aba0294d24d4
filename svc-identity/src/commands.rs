//! Commands of operators: they make accounts, end sessions, remove second factors and close accounts.

use std::io::{BufRead, Write};

use anyhow::{Context, ensure};
use secrecy::{ExposeSecret, SecretString};
use service::postgres::DatabaseArgs;
use service::{Clock, FieldErrors, SettingsCheck};
use sqlx::{Connection, PgConnection};

use crate::domain::account::Profile;
use crate::domain::guessable::KnownWords;
use crate::domain::password;
use crate::ops::demo_accounts::{self, DEMO_ACCOUNTS};
use crate::ops::operator_accounts::{self, complaint};
use crate::password_hasher::PasswordHasher;

/// The administrator to be made. The password is read from standard input.
#[derive(Debug, Clone, clap::Args)]
pub struct CreateAdminArgs {
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// Name to sign in with.
    #[arg(long)]
    pub username: String,
    /// Where mail for the administrator goes.
    #[arg(long)]
    pub email: String,
    /// Also print a link that sets a password. The browser that opens it signs in while wrong passwords of others slow
    /// unknown browsers down.
    #[arg(long)]
    pub link: bool,
}

impl CreateAdminArgs {
    /// Makes the administrator, or gives an existing one a new password and ends their sessions.
    pub async fn run(
        &self,
        clock: &dyn Clock,
        mut input: impl BufRead,
        mut output: impl Write,
    ) -> anyhow::Result<()> {
        let mut line = String::new();
        input.read_line(&mut line).context("reading the password from standard input")?;
        let password = SecretString::from(line.trim_end_matches(['\r', '\n']));
        let mut errors = FieldErrors::default();
        let profile = profile(&self.username, &self.email, "Site", "Administrator");
        password::check_new(&password, &KnownWords::of_profile(&profile, ["", ""]), &mut errors);
        errors.into_result().map_err(complaint)?;

        let mut connection = connect(&self.database.database_url).await?;
        let hash = PasswordHasher::new().await?.hash(password).await?;
        operator_accounts::create_or_reset_administrator(&mut connection, &profile, &hash, clock.now())
            .await?;
        if self.link {
            let path = operator_accounts::create_link(&mut connection, &self.username, clock.now()).await?;
            writeln!(output, "Open this at one of your sites within 30 minutes. It works once.\n{path}")?;
        }
        connection.close().await?;
        Ok(())
    }
}

/// The accounts of a demonstration, which a production system refuses.
#[derive(Debug, Clone, clap::Args)]
pub struct SeedDemoArgs {
    /// What this installation is for.
    #[command(flatten)]
    pub check: SettingsCheck,
    #[command(flatten)]
    pub database: DatabaseArgs,
}

impl SeedDemoArgs {
    /// Makes the accounts that are missing.
    pub async fn run(&self, clock: &dyn Clock) -> anyhow::Result<()> {
        ensure!(
            !self.check.is_for_real_sales(),
            "ENVIRONMENT is production, and the passwords of the demonstration's accounts are published: set \
             SEED_DEMO=no, and make an administrator with create-admin"
        );
        seed_demo(&self.database.database_url, clock).await
    }
}

/// Makes the accounts `demo`, of the default brand, and `admin` if they are missing. Never for a live system.
pub async fn seed_demo(url: &SecretString, clock: &dyn Clock) -> anyhow::Result<()> {
    let hasher = PasswordHasher::new().await?;
    let mut connection = connect(url).await?;
    for demo in &DEMO_ACCOUNTS {
        let profile =
            profile(demo.username, demo.email, "Demo", demo.last_name).checked().map_err(complaint)?;
        demo_accounts::create_if_missing(&mut connection, &hasher, demo, &profile, clock).await?;
    }
    connection.close().await?;
    Ok(())
}

/// An account, as an operator names it.
#[derive(Debug, Clone, clap::Args)]
pub struct AccountArgs {
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// User name, e-mail address, or the id that the security log names.
    #[arg(long, value_name = "NAME")]
    pub user: String,
    /// The traveller's brand. Left out for an administrator, and with an id.
    #[arg(long, value_name = "KEY")]
    pub brand: Option<String>,
}

impl AccountArgs {
    /// Ends all sessions of the account.
    pub async fn end_sessions(&self, mut output: impl Write) -> anyhow::Result<()> {
        let mut connection = connect(&self.database.database_url).await?;
        let account = operator_accounts::find(&mut connection, &self.user, self.brand.as_deref()).await?;
        operator_accounts::end_sessions(&mut connection, &account).await?;
        writeln!(output, "All sessions of account {} have ended.", account.id)?;
        connection.close().await?;
        Ok(())
    }

    /// Removes the administrator's second factor, which ends their sessions. They are mailed about it.
    pub async fn remove_second_factor(
        &self,
        clock: &dyn Clock,
        mut output: impl Write,
    ) -> anyhow::Result<()> {
        let mut connection = connect(&self.database.database_url).await?;
        let account = operator_accounts::find(&mut connection, &self.user, self.brand.as_deref()).await?;
        operator_accounts::remove_second_factor(&mut connection, &account, clock.now()).await?;
        writeln!(output, "Account {} has no second factor any more, and no session.", account.id)?;
        connection.close().await?;
        Ok(())
    }

    /// Closes the account, as its owner would. Nobody is mailed.
    pub async fn close(&self, clock: &dyn Clock, mut output: impl Write) -> anyhow::Result<()> {
        let mut connection = connect(&self.database.database_url).await?;
        let account = operator_accounts::find(&mut connection, &self.user, self.brand.as_deref()).await?;
        operator_accounts::close(&mut connection, &account, clock.now()).await?;
        writeln!(output, "Account {} is closed. svc-booking erases what it keeps for it.", account.id)?;
        connection.close().await?;
        Ok(())
    }
}

fn profile(username: &str, email: &str, first_name: &str, last_name: &str) -> Profile {
    Profile {
        username: username.to_owned(),
        email: email.to_owned(),
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
    }
}

async fn connect(url: &SecretString) -> anyhow::Result<PgConnection> {
    PgConnection::connect(url.expose_secret()).await.context("connecting to the database of accounts")
}
