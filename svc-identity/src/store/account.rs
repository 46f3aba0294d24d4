use secrecy::SecretString;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::account::{Account, Profile};
use crate::error::Error;

/// An account and the hash of its password.
pub struct Credentials {
    pub account: Account,
    pub password_hash: SecretString,
}

/// An account to be made.
pub struct NewAccount<'a> {
    /// None: an administrator.
    pub brand: Option<&'a str>,
    pub profile: &'a Profile,
    pub password_hash: &'a str,
    pub booking_id: Option<Uuid>,
}

struct Row {
    id: Uuid,
    brand: Option<String>,
    username: String,
    email: String,
    first_name: String,
    last_name: String,
    password_hash: String,
    created_at: OffsetDateTime,
}

impl From<Row> for Credentials {
    fn from(row: Row) -> Self {
        let Row { id, brand, username, email, first_name, last_name, password_hash, created_at } = row;
        let account = Account { id, brand, username, email, first_name, last_name, created_at };
        Self { account, password_hash: password_hash.into() }
    }
}

/// Stores an account. `UsernameTaken` and `EmailTaken` leave the transaction usable.
#[tracing::instrument(name = "db.account.insert", skip_all)]
pub async fn insert(
    connection: &mut PgConnection,
    new: &NewAccount<'_>,
    now: OffsetDateTime,
) -> Result<Account, Error> {
    let Profile { username, email, first_name, last_name } = new.profile;
    let id = Uuid::now_v7();
    let inserted = sqlx::query!(
        "insert into account (
            id,
            brand,
            username,
            email,
            first_name,
            last_name,
            password_hash,
            booking_id,
            created_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict do nothing",
        id,
        new.brand,
        username,
        email,
        first_name,
        last_name,
        new.password_hash,
        new.booking_id,
        now,
    )
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 0 {
        let taken = find_by_email(connection, new.brand, email).await?;
        return Err(if taken.is_some() { Error::EmailTaken } else { Error::UsernameTaken });
    }
    Ok(Account {
        id,
        brand: new.brand.map(str::to_owned),
        username: username.clone(),
        email: email.clone(),
        first_name: first_name.clone(),
        last_name: last_name.clone(),
        created_at: now,
    })
}

/// The account that signs in with this user name or e-mail address. Administrators sign in on every brand.
///
/// A user name goes before an address. The user name of an administrator goes before a traveler's; the address of a
/// traveler goes before an administrator's, because both may be the same person's.
#[tracing::instrument(name = "db.account.find_for_sign_in", skip_all)]
pub async fn find_for_sign_in(
    executor: impl PgExecutor<'_>,
    brand: &str,
    name: &str,
) -> sqlx::Result<Option<Credentials>> {
    let row = sqlx::query_as!(
        Row,
        "select
            id,
            brand,
            username,
            email,
            first_name,
            last_name,
            password_hash,
            created_at
        from account
        where (lower(username) = lower($1) or lower(email) = lower($1)) and (brand = $2 or brand is null)
        order by
            lower(username) = lower($1) desc,
            (brand is null) = (lower(username) = lower($1)) desc
        limit 1",
        name,
        brand,
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(Into::into))
}

#[tracing::instrument(name = "db.account.find", skip_all)]
pub async fn find(executor: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<Credentials>> {
    let row = sqlx::query_as!(
        Row,
        "select
            id,
            brand,
            username,
            email,
            first_name,
            last_name,
            password_hash,
            created_at
        from account
        where id = $1",
        id,
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(Into::into))
}

/// `brand` is None for administrators.
#[tracing::instrument(name = "db.account.find_by_email", skip_all)]
pub async fn find_by_email(
    executor: impl PgExecutor<'_>,
    brand: Option<&str>,
    email: &str,
) -> sqlx::Result<Option<Account>> {
    let row = sqlx::query_as!(
        Row,
        "select
            id,
            brand,
            username,
            email,
            first_name,
            last_name,
            password_hash,
            created_at
        from account
        where lower(email) = lower($1) and brand is not distinct from $2",
        email,
        brand,
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(|row| Credentials::from(row).account))
}

/// The account that was made for a booking.
#[tracing::instrument(name = "db.account.find_by_booking", skip_all)]
pub async fn find_by_booking(
    executor: impl PgExecutor<'_>,
    booking_id: Uuid,
) -> sqlx::Result<Option<Account>> {
    let row = sqlx::query_as!(
        Row,
        "select
            id,
            brand,
            username,
            email,
            first_name,
            last_name,
            password_hash,
            created_at
        from account
        where booking_id = $1",
        booking_id,
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(|row| Credentials::from(row).account))
}

/// Whether an administrator has this user name, or, without `administrators`, anyone else has.
#[tracing::instrument(name = "db.account.has_username", skip_all)]
pub async fn has_username(
    executor: impl PgExecutor<'_>,
    username: &str,
    administrators: bool,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
            select from account where lower(username) = lower($1) and (brand is null) = $2
        ) as "exists!""#,
        username,
        administrators,
    )
    .fetch_one(executor)
    .await
}

#[tracing::instrument(name = "db.account.list_administrators", skip_all)]
pub async fn list_administrators(executor: impl PgExecutor<'_>) -> sqlx::Result<Vec<Account>> {
    let rows = sqlx::query_as!(
        Row,
        "select
            id,
            brand,
            username,
            email,
            first_name,
            last_name,
            password_hash,
            created_at
        from account
        where brand is null
        order by id",
    )
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(|row| Credentials::from(row).account).collect())
}

#[tracing::instrument(name = "db.account.set_password", skip_all)]
pub async fn set_password(connection: &mut PgConnection, id: Uuid, password_hash: &str) -> sqlx::Result<()> {
    sqlx::query!("update account set password_hash = $2 where id = $1", id, password_hash)
        .execute(connection)
        .await?;
    Ok(())
}

/// Locks an account until the transaction ends.
#[tracing::instrument(name = "db.account.lock", skip_all)]
pub async fn lock(connection: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("select id from account where id = $1 for update", id).fetch_optional(connection).await?;
    Ok(())
}

/// Locks the accounts of all administrators until the transaction ends, and counts them.
#[tracing::instrument(name = "db.account.lock_administrators", skip_all)]
pub async fn lock_administrators(connection: &mut PgConnection) -> sqlx::Result<usize> {
    let ids = sqlx::query_scalar!("select id from account where brand is null order by id for update")
        .fetch_all(connection)
        .await?;
    Ok(ids.len())
}

/// Erases an account. Returns false if it is erased already.
///
/// The audit log of the mode refers to administrators who have changed it. Of such a one the id stays, in a brand that
/// does not exist and under a name that is made of the id.
#[tracing::instrument(name = "db.account.erase", skip_all)]
pub async fn erase(connection: &mut PgConnection, id: Uuid) -> sqlx::Result<bool> {
    let deleted = sqlx::query!(
        "delete from account
        where id = $1 and not exists (select from mode_change where account_id = $1)",
        id,
    )
    .execute(&mut *connection)
    .await?;
    if deleted.rows_affected() == 1 {
        return Ok(true);
    }
    let emptied = sqlx::query!(
        "update account
        set
            brand = '',
            username = 'closed-' || id,
            email = 'closed-' || id,
            first_name = '',
            last_name = '',
            password_hash = ''
        where id = $1 and brand is null",
        id,
    )
    .execute(connection)
    .await?;
    Ok(emptied.rows_affected() == 1)
}
