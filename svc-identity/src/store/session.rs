use service::token::TokenHash;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::account::Account;
use crate::domain::session::{ABSOLUTE, IDLE, IDLE_SHORT_LIVED, Session, SessionSummary, limits};

struct Row {
    id: Uuid,
    brand: String,
    started_at: OffsetDateTime,
    seen_at: OffsetDateTime,
    proved_at: Option<OffsetDateTime>,
    is_short_lived: bool,
    account_id: Option<Uuid>,
    account_brand: Option<String>,
    username: Option<String>,
    email: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    created_at: Option<OffsetDateTime>,
    is_mailbox_proved: bool,
    /// Opened with the token that the guest had before an account was made for them.
    as_guest: bool,
}

impl From<Row> for Session {
    fn from(row: Row) -> Self {
        let account =
            row.account_id.filter(|_| !row.as_guest).zip(row.created_at).map(|(id, created_at)| Account {
                id,
                brand: row.account_brand,
                username: row.username.unwrap_or_default(),
                email: row.email.unwrap_or_default(),
                first_name: row.first_name.unwrap_or_default(),
                last_name: row.last_name.unwrap_or_default(),
                created_at,
            });
        Self {
            id: row.id,
            brand: row.brand,
            is_mailbox_proved: account.is_some() && row.is_mailbox_proved,
            account,
            started_at: row.started_at,
            seen_at: row.seen_at,
            proved_at: row.proved_at,
            is_short_lived: row.is_short_lived,
        }
    }
}

/// How a session is found.
#[derive(Debug, Clone, Copy)]
pub enum Key {
    Token(TokenHash),
    Id(Uuid),
}

impl Key {
    fn parts(self) -> (Option<Vec<u8>>, Option<Uuid>) {
        match self {
            Self::Token(hash) => (Some(hash.0.to_vec()), None),
            Self::Id(id) => (None, Some(id)),
        }
    }
}

/// The session of this brand, if it is still alive.
// By its id in the end, whichever key there is: one plan is good for all.
#[tracing::instrument(name = "db.session.find_alive", skip_all)]
pub async fn find_alive(
    executor: impl PgExecutor<'_>,
    key: Key,
    brand: &str,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Session>> {
    let (hash, id) = key.parts();
    let row = sqlx::query_as!(
        Row,
        r#"select
            session.id,
            session.brand,
            session.started_at,
            session.seen_at,
            session.proved_at,
            session.is_short_lived,
            account.id as "account_id?",
            account.brand as account_brand,
            account.username as "username?",
            account.email as "email?",
            account.first_name as "first_name?",
            account.last_name as "last_name?",
            account.created_at as "created_at?",
            account.mailbox_proved_at is not null as "is_mailbox_proved!",
            coalesce(session.guest_token_hash = $1, false) as "as_guest!"
        from session
        left join account on account.id = session.account_id
        where session.brand = $3
            and session.id = coalesce(
                $2,
                (
                    select id from session where token_hash = $1
                    union all
                    select id from session where guest_token_hash = $1 and guest_until > $4
                    limit 1
                )
            )"#,
        hash,
        id,
        brand,
        now,
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(Session::from).filter(|session| session.is_alive(now)))
}

/// The living sessions of an account, the one last seen first.
#[tracing::instrument(name = "db.session.list", skip_all)]
pub async fn list(
    executor: impl PgExecutor<'_>,
    account: &Account,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<SessionSummary>> {
    let (idle, absolute) = limits(account.is_admin());
    sqlx::query_as!(
        SessionSummary,
        "select
            id,
            device,
            seen_at
        from session
        where account_id = $1 and seen_at > $2 and started_at > $3
        order by seen_at desc, id",
        account.id,
        now - idle,
        now - absolute,
    )
    .fetch_all(executor)
    .await
}

/// Stores a guest's session. It is short-lived until it is used again or signed in.
#[tracing::instrument(name = "db.session.insert_guest", skip_all)]
pub async fn insert_guest(
    executor: impl PgExecutor<'_>,
    id: Uuid,
    token: TokenHash,
    brand: &str,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into session (id, token_hash, brand, started_at, seen_at, is_short_lived)
        values ($1, $2, $3, $4, $4, true)",
        id,
        &token.0,
        brand,
        now,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Gives a session to an account, under a new token: the old one never opens the account. `proved_at` is None if the
/// sign-in proves too little for a step-up.
///
/// Returns false if the session has ended or belongs to another account.
#[tracing::instrument(name = "db.session.sign_in", skip_all)]
pub async fn sign_in(
    connection: &mut PgConnection,
    id: Uuid,
    token: TokenHash,
    account_id: Uuid,
    device: &str,
    proved_at: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        "update session
        set
            token_hash = $2,
            renewed_token_hash = token_hash,
            renewed_at = $5,
            account_id = $3,
            device = $4,
            started_at = $5,
            seen_at = $5,
            proved_at = $6,
            is_short_lived = false
        where id = $1 and (account_id is null or account_id = $3)",
        id,
        &token.0,
        account_id,
        device,
        now,
        proved_at,
    )
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Lets the session's current token open it as a guest's until `until`, even after it gets another token.
#[tracing::instrument(name = "db.session.keep_guest_token", skip_all)]
pub async fn keep_guest_token(
    executor: impl PgExecutor<'_>,
    id: Uuid,
    until: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update session set guest_token_hash = token_hash, guest_until = $2 where id = $1 and account_id is null",
        id,
        until,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Gives a session another token. The old one no longer works.
#[tracing::instrument(name = "db.session.renew", skip_all)]
pub async fn renew(
    connection: &mut PgConnection,
    id: Uuid,
    token: TokenHash,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update session
        set
            token_hash = $2,
            renewed_token_hash = token_hash,
            renewed_at = $3,
            guest_token_hash = null,
            guest_until = null
        where id = $1",
        id,
        &token.0,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes that a session was used again.
#[tracing::instrument(name = "db.session.mark_seen", skip_all)]
pub async fn mark_seen(executor: impl PgExecutor<'_>, id: Uuid, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("update session set seen_at = $2, is_short_lived = false where id = $1", id, now)
        .execute(executor)
        .await?;
    Ok(())
}

/// Notes that an administrator was proved, and gives the session another token. The old one no longer works.
///
/// Returns false if another request has done so since `session` was read. Of two tokens the browser might keep the
/// dead one.
#[tracing::instrument(name = "db.session.prove", skip_all)]
pub async fn prove(
    executor: impl PgExecutor<'_>,
    session: &Session,
    token: TokenHash,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        "update session
        set
            token_hash = $2,
            renewed_token_hash = token_hash,
            renewed_at = $3,
            guest_token_hash = null,
            guest_until = null,
            proved_at = $3
        where id = $1 and proved_at is not distinct from $4",
        session.id,
        &token.0,
        now,
        session.proved_at,
    )
    .execute(executor)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Whether a session of the brand had this token, and has got another since `since`.
#[tracing::instrument(name = "db.session.was_renewed", skip_all)]
pub async fn was_renewed(
    executor: impl PgExecutor<'_>,
    token: TokenHash,
    brand: &str,
    since: OffsetDateTime,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
            select from session where renewed_token_hash = $1 and brand = $2 and renewed_at > $3
        ) as "exists!""#,
        &token.0,
        brand,
        since,
    )
    .fetch_one(executor)
    .await
}

#[tracing::instrument(name = "db.session.delete", skip_all)]
pub async fn delete(executor: impl PgExecutor<'_>, key: Key) -> sqlx::Result<()> {
    let (hash, id) = key.parts();
    sqlx::query!("delete from session where token_hash = $1 or id = $2", hash, id).execute(executor).await?;
    Ok(())
}

/// Ends all sessions of an account except one.
#[tracing::instrument(name = "db.session.delete_all", skip_all)]
pub async fn delete_all(
    connection: &mut PgConnection,
    account_id: Uuid,
    except: Option<Uuid>,
) -> sqlx::Result<()> {
    sqlx::query!("delete from session where account_id = $1 and id is distinct from $2", account_id, except,)
        .execute(connection)
        .await?;
    Ok(())
}

/// Removes sessions that were never used again, some time after they were opened. A program from before the mark moves
/// `seen_at` and signs in without taking the mark off.
#[tracing::instrument(name = "db.session.sweep_short_lived", skip_all)]
pub async fn sweep_short_lived(executor: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from session
        where is_short_lived and account_id is null and seen_at = started_at and seen_at <= $1",
        now - IDLE_SHORT_LIVED,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Removes what has ended.
#[tracing::instrument(name = "db.session.sweep", skip_all)]
pub async fn sweep(executor: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from session where seen_at <= $1 or started_at <= $2", now - IDLE, now - ABSOLUTE)
        .execute(executor)
        .await?;
    Ok(())
}
