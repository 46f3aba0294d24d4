//! What an account has of watched prices at its brand, in both modes.

use std::collections::HashMap;

use anyhow::Context;
use money::Money;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::watch::{self, Address};
use crate::domain::watch::Watch;

/// A watch with all that is kept of it.
pub struct Kept {
    pub watch: Watch,
    /// The sale price that the next fall is compared with; nothing until one was seen.
    pub told: Option<Money>,
    /// Those that told of a fall.
    pub mails: i32,
}

/// Notes an account at the watches of the address that it has proved, where no other account is noted.
#[tracing::instrument(name = "db.watch_account.claim", skip_all)]
pub async fn claim(executor: impl PgExecutor<'_>, address: &Address<'_>, user: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "update watch set user_id = $3 where brand_key = $1 and email_key = $2 and user_id is null",
        address.brand,
        address.email_key,
        user,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// The watches of an address, the newest first, those that have ended too.
#[tracing::instrument(name = "db.watch_account.kept", skip_all)]
pub async fn kept(
    connection: &mut PgConnection,
    address: &Address<'_>,
    most: i64,
) -> anyhow::Result<Vec<Kept>> {
    let rows = sqlx::query!(
        "select id, told_minor, mails
        from watch
        where brand_key = $1 and email_key = $2
        order by created_at desc, id desc
        limit $3",
        address.brand,
        address.email_key,
        most,
    )
    .fetch_all(&mut *connection)
    .await
    .context("listing all watches of an address")?;
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let watches = watch::read(connection, &ids).await?;
    let mut watches: HashMap<_, _> = watches.into_iter().map(|watch| (watch.id, watch)).collect();
    let kept = rows.into_iter().filter_map(|row| {
        let watch = watches.remove(&row.id)?;
        let told = watch.first.zip(row.told_minor).map(|(first, minor)| Money::new(minor, first.currency));
        Some(Kept { watch, told, mails: row.mails })
    });
    Ok(kept.collect())
}

/// Removes what an account is noted at or asked for, and what was watched from its address at the same brands. Watches of
/// another account stay: that has its own at the same brand.
#[tracing::instrument(name = "db.watch_account.forget", skip_all)]
pub async fn forget(connection: &mut PgConnection, user: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from watch
        where (brand_key, email_key) in (
                select own.brand_key, own.email_key from watch as own where own.user_id = $1
            )
            and (user_id is null or user_id = $1)",
        user,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("delete from watch where asked_by = $1 and (user_id is null or user_id = $1)", user)
        .execute(connection)
        .await?;
    Ok(())
}
