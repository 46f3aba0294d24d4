//! What a closed account leaves: trips that the airline, money or law need, which say nothing of the account.

use service::Principal;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::booking::Store;
use crate::domain::schedule::DOCUMENTS_KEPT;

/// A request of the account that was under way when it was closed has stored its booking by then.
const LATE: Duration = Duration::DAY;

/// Notes that an account is closed, and forgets of it what can be forgotten by now. Safe to repeat.
#[tracing::instrument(name = "db.closed_account.close", skip_all)]
pub async fn close(connection: &mut PgConnection, account: Uuid, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into closed_account (account_id, closed_at)
        values ($1, $2)
        on conflict on constraint closed_account_pkey do nothing",
        account,
        now,
    )
    .execute(&mut *connection)
    .await?;
    let user = user(account);
    sqlx::query!("delete from kept_passengers where principal = $1", user).execute(&mut *connection).await?;
    forget(connection, &user, now).await
}

/// Takes the account off bookings that have ended, and off their keys.
async fn forget(connection: &mut PgConnection, user: &str, now: OffsetDateTime) -> sqlx::Result<()> {
    forget_keys(connection, user).await?;
    detach(connection, user, now).await
}

/// Nobody can repeat a request of the account any more.
#[tracing::instrument(name = "db.closed_account.forget_keys", skip_all)]
async fn forget_keys(connection: &mut PgConnection, user: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from http_key
        using booking
        where booking.id = http_key.booking_id
            and booking.principal = $1
            and booking.state in ('TICKETED', 'FAILED')
            and http_key.principal = $1",
        user,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A booking that has ended becomes one of a guest whose session is over: a link that is mailed to its address opens
/// it. One under way stays as it is, because its payment names the account.
///
/// Its documents are due when the trip is over, in place of a fixed time later.
#[tracing::instrument(name = "db.closed_account.detach", skip_all)]
async fn detach(connection: &mut PgConnection, user: &str, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update booking
        set
            principal = case
                when principal = $1 then coalesce(
                    (select other from unnest(principals) as other where other like 'session:%' limit 1),
                    'session:' || id
                )
                else principal
            end,
            principals = array_remove(principals, $1),
            owner = null,
            account_closed = true,
            erase_at = case
                -- Of a booking that another account had before, it is the landing already.
                when account_closed then erase_at
                -- Nothing is left of an interval that is null: documents are forgotten, and contacts are due now.
                else $2::timestamptz + greatest(interval '0', erase_at - $3::timestamptz)
            end
        where (principal = $1 or owner = $1) and state in ('TICKETED', 'FAILED')",
        user,
        now,
        now + DOCUMENTS_KEPT,
    )
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// Forgets of closed accounts what could not be forgotten before. One of which nothing is left, and nothing can come
    /// any more, is forgotten itself. One that fails is told in the log, and keeps none of the others.
    #[tracing::instrument(name = "db.closed_account.forget_closed_accounts", skip_all)]
    pub async fn forget_closed_accounts(&self, now: OffsetDateTime) -> sqlx::Result<()> {
        let accounts = sqlx::query_scalar!(
            "select account_id
            from closed_account
            where closed_at < $1
                or exists (
                    select
                    from booking
                    where (principal = 'user:' || account_id or owner = 'user:' || account_id)
                        and state in ('TICKETED', 'FAILED')
                )",
            now - LATE,
        )
        .fetch_all(&self.pool)
        .await?;
        for account in accounts {
            if let Err(error) = self.forget_closed_account(account, now).await {
                tracing::error!(account.id = %account, %error, "what a closed account left can't be forgotten");
            }
        }
        Ok(())
    }

    async fn forget_closed_account(&self, account: Uuid, now: OffsetDateTime) -> sqlx::Result<()> {
        let (user, mut transaction) = (user(account), self.pool.begin().await?);
        forget(&mut transaction, &user, now).await?;
        sqlx::query!(
            "delete from closed_account
            where account_id = $1
                and closed_at < $2
                and not exists (select from booking where principal = $3 or owner = $3)",
            account,
            now - LATE,
            user,
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await
    }
}

fn user(account: Uuid) -> String {
    Principal::User(account).to_string()
}
