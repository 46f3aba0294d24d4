use service::token::TokenHash;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

/// What a link went out for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Asks whether a watch is wanted, and starts it.
    Confirm,
    /// Tells that a watch has started.
    Started,
    /// Tells of a fall.
    Told,
    /// Tells that no more can be watched.
    Limit,
}

impl Purpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Started => "started",
            Self::Told => "told",
            Self::Limit => "limit",
        }
    }
}

/// Keeps a link of a watch. Returns its token, which is kept nowhere.
#[tracing::instrument(name = "db.watch_link.insert", skip_all)]
pub async fn insert(
    connection: &mut PgConnection,
    watch: Uuid,
    purpose: Purpose,
    (now, expires_at): (OffsetDateTime, Option<OffsetDateTime>),
) -> sqlx::Result<String> {
    let token = service::token::generate();
    sqlx::query!(
        "insert into watch_link (token_hash, watch_id, purpose, expires_at, created_at)
        values ($1, $2, $3, $4, $5)",
        &TokenHash::of(&token).0,
        watch,
        purpose.as_str(),
        expires_at,
        now,
    )
    .execute(connection)
    .await?;
    Ok(token)
}

/// The watch that a link would start; nothing where there is no such link, or it came too late.
#[tracing::instrument(name = "db.watch_link.find_asking", skip_all)]
pub async fn find_asking(
    connection: &mut PgConnection,
    token: &str,
    brand: &str,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "select watch_id
        from watch_link
        join watch on watch.id = watch_link.watch_id
        where token_hash = $1
            and purpose = 'confirm'
            and expires_at > $3
            and watch.brand_key = $2
            and watch.state <> 'ended'",
        &TokenHash::of(token).0,
        brand,
        now,
    )
    .fetch_optional(connection)
    .await
}

/// Uses up the link that starts a watch: from now on it leads to the list alone. Returns the watch; nothing where there is no
/// such link, or it came too late.
#[tracing::instrument(name = "db.watch_link.use_up", skip_all)]
pub async fn use_up(
    connection: &mut PgConnection,
    token: &str,
    brand: &str,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "update watch_link
        set purpose = 'list', expires_at = null
        from watch
        where token_hash = $1
            and purpose = 'confirm'
            and expires_at > $3
            and watch.id = watch_link.watch_id
            and watch.brand_key = $2
        returning watch_id",
        &TokenHash::of(token).0,
        brand,
        now,
    )
    .fetch_optional(connection)
    .await
}

/// Ends the links that would start a watch, as what their mails say of it is true no more. They still count as sent.
#[tracing::instrument(name = "db.watch_link.retire_asking", skip_all)]
pub async fn retire_asking(
    connection: &mut PgConnection,
    watch: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update watch_link
        set expires_at = $2
        where watch_id = $1 and purpose = 'confirm' and expires_at > $2",
        watch,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The watch, brand and address of a link.
pub struct Held {
    pub watch: Uuid,
    pub brand: String,
    pub email_key: String,
}

/// What a link lists and ends. One that was to start a watch does so too while it is valid, once that runs by another link.
#[tracing::instrument(name = "db.watch_link.find", skip_all)]
pub async fn find(
    executor: impl PgExecutor<'_>,
    token: &str,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Held>> {
    sqlx::query_as!(
        Held,
        r#"select watch.id as watch, watch.brand_key as brand, watch.email_key
        from watch_link
        join watch on watch.id = watch_link.watch_id
        where token_hash = $1
            and (purpose <> 'confirm' or watch.state in ('active', 'paused') and expires_at > $2)"#,
        &TokenHash::of(token).0,
        now,
    )
    .fetch_optional(executor)
    .await
}
