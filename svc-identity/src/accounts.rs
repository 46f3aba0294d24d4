//! Accounts made from the command line: administrators, and those of a demonstration.

use std::io::BufRead;

use anyhow::{Context, bail};
use secrecy::{ExposeSecret, SecretString};
use service::postgres::DatabaseArgs;
use service::{Clock, FieldErrors, Problem};
use sqlx::{Connection, PgConnection};

use crate::domain::account::{Profile, is_same};
use crate::domain::password;
use crate::passwords::Passwords;
use crate::store::account::NewAccount;
use crate::{events, store};

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
}

impl CreateAdminArgs {
    /// Makes the administrator, or gives an existing one a new password and ends their sessions.
    pub async fn run(&self, clock: &dyn Clock, mut input: impl BufRead) -> anyhow::Result<()> {
        let mut line = String::new();
        input.read_line(&mut line).context("reading the password from standard input")?;
        let password = SecretString::from(line.trim_end_matches(['\r', '\n']));
        let mut errors = FieldErrors::default();
        password::check_new(&password, &mut errors);
        errors.into_result().map_err(complaint)?;

        let profile = profile(&self.username, &self.email, "Site", "Administrator")?;
        let mut connection = connect(&self.database.database_url).await?;
        let hash = Passwords::new().await?.hash(password).await?;
        let mut transaction = connection.begin().await?;
        let found = store::account::find_for_sign_in(&mut *transaction, "", &profile.username).await?;
        // Not the administrator who only has this address.
        match found.filter(|known| is_same(&known.account.username, &profile.username)) {
            Some(known) => {
                store::account::set_password(&mut transaction, known.account.id, &hash).await?;
                store::session::delete_all(&mut transaction, known.account.id, None).await?;
            }
            None => insert(&mut transaction, None, &profile, &hash, clock).await?,
        }
        transaction.commit().await?;
        connection.close().await?;
        Ok(())
    }
}

/// An account that every clone of the repository can sign in to.
pub struct DemoAccount {
    /// None: an administrator.
    pub brand: Option<&'static str>,
    pub username: &'static str,
    email: &'static str,
    last_name: &'static str,
    pub password: &'static str,
}

pub const DEMO_ACCOUNTS: [DemoAccount; 2] = [
    DemoAccount {
        brand: Some("default"),
        username: "demo",
        email: "demo@fareway.example",
        last_name: "Traveller",
        password: "demo-Fareway-2026",
    },
    DemoAccount {
        brand: None,
        username: "admin",
        email: "admin@fareway.example",
        last_name: "Administrator",
        password: "admin-Fareway-2026",
    },
];

/// Makes the accounts `demo`, of the default brand, and `admin` where they are missing. Never for a live system.
pub async fn seed_demo(url: &SecretString, clock: &dyn Clock) -> anyhow::Result<()> {
    let passwords = Passwords::new().await?;
    let mut connection = connect(url).await?;
    for DemoAccount { brand, username, email, last_name, password } in DEMO_ACCOUNTS {
        let profile = profile(username, email, "Demo", last_name)?;
        let found = store::account::find_by_email(&mut connection, brand, &profile.email).await?;
        if found.is_none() {
            let hash = passwords.hash(password.into()).await?;
            let mut transaction = connection.begin().await?;
            insert(&mut transaction, brand, &profile, &hash, clock).await?;
            transaction.commit().await?;
        }
    }
    connection.close().await?;
    Ok(())
}

async fn insert(
    connection: &mut PgConnection,
    brand: Option<&str>,
    profile: &Profile,
    password_hash: &str,
    clock: &dyn Clock,
) -> anyhow::Result<()> {
    if brand.is_none() && store::account::has_username(&mut *connection, &profile.username, false).await? {
        bail!("a traveller has this user name: they could no longer sign in");
    }
    let new = NewAccount { brand, profile, password_hash, booking_id: None };
    let account = store::account::insert(connection, &new, clock.now()).await?;
    events::user_created(connection, &account, clock.now()).await?;
    Ok(())
}

fn profile(username: &str, email: &str, first_name: &str, last_name: &str) -> anyhow::Result<Profile> {
    let profile = Profile {
        username: username.to_owned(),
        email: email.to_owned(),
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
    };
    profile.checked().map_err(complaint)
}

fn complaint(problem: Problem) -> anyhow::Error {
    let sentences: Vec<_> = problem.fields.into_iter().map(|field| field.message).collect();
    anyhow::anyhow!(sentences.join(". "))
}

async fn connect(url: &SecretString) -> anyhow::Result<PgConnection> {
    PgConnection::connect(url.expose_secret()).await.context("connecting to the database of accounts")
}
