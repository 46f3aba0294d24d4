use anyhow::anyhow;
use service::Mode;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::system_mode::{ModeChange, SystemMode};
use crate::error::Error;

struct Row {
    mode: String,
    version: i64,
}

impl TryFrom<Row> for SystemMode {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        Ok(Self { mode: parse(&row.mode)?, version: row.version })
    }
}

fn parse(mode: &str) -> Result<Mode, Error> {
    match mode {
        "test" => Ok(Mode::Test),
        "live" => Ok(Mode::Live),
        _ => Err(anyhow!("the stored mode is neither test nor live").into()),
    }
}

fn name(mode: Mode) -> &'static str {
    if mode == Mode::Live { "live" } else { "test" }
}

#[tracing::instrument(name = "db.system_mode.get", skip_all)]
pub async fn get(executor: impl PgExecutor<'_>) -> Result<SystemMode, Error> {
    sqlx::query_as!(Row, "select mode, version from system_mode").fetch_one(executor).await?.try_into()
}

/// The mode, locked until the transaction ends.
#[tracing::instrument(name = "db.system_mode.lock", skip_all)]
pub async fn lock(connection: &mut PgConnection) -> Result<SystemMode, Error> {
    let row = sqlx::query_as!(Row, "select mode, version from system_mode for update");
    row.fetch_one(connection).await?.try_into()
}

/// Changes the mode from `old`, which the caller has locked, and writes the audit row.
#[tracing::instrument(name = "db.system_mode.change", skip_all)]
pub async fn change(
    connection: &mut PgConnection,
    old: SystemMode,
    to: Mode,
    account_id: Uuid,
    now: OffsetDateTime,
) -> Result<SystemMode, Error> {
    let new = SystemMode { mode: to, version: old.version + 1 };
    sqlx::query!("update system_mode set mode = $1, version = $2", name(new.mode), new.version)
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "insert into mode_change (version, account_id, changed_at, from_mode, to_mode)
        values ($1, $2, $3, $4, $5)",
        new.version,
        account_id,
        now,
        name(old.mode),
        name(new.mode),
    )
    .execute(connection)
    .await?;
    Ok(new)
}

/// Returns nothing if the mode was never changed.
#[tracing::instrument(name = "db.system_mode.last_change", skip_all)]
pub async fn last_change(executor: impl PgExecutor<'_>) -> Result<Option<ModeChange>, Error> {
    let row = sqlx::query!(
        "select
            mode_change.from_mode,
            mode_change.to_mode,
            mode_change.changed_at,
            account.username
        from mode_change
        join account on account.id = mode_change.account_id
        order by mode_change.version desc
        limit 1",
    );
    let Some(row) = row.fetch_optional(executor).await? else { return Ok(None) };
    let (from, to) = (parse(&row.from_mode)?, parse(&row.to_mode)?);
    Ok(Some(ModeChange { from, to, changed_by: row.username, changed_at: row.changed_at }))
}
