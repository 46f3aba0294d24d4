//! Mails about watches that wait in the outbox. What its owner has ended is mailed about no more.

use sqlx::PgConnection;
use uuid::Uuid;

/// Withdraws the mails about these watches that are not sent yet.
#[tracing::instrument(name = "db.watch_mail.withdraw", skip_all)]
pub async fn withdraw(connection: &mut PgConnection, watches: &[Uuid]) -> sqlx::Result<()> {
    let prefixes: Vec<_> = watches.iter().map(|watch| format!("watch/{watch}/")).collect();
    mail::withdraw_about(connection, &prefixes).await
}

/// Withdraws the mails about watches that are gone: with their account or brand, or because nobody confirmed them.
#[tracing::instrument(name = "db.watch_mail.withdraw_gone", skip_all)]
pub async fn withdraw_gone(connection: &mut PgConnection) -> sqlx::Result<()> {
    let about_gone = sqlx::query_scalar!(
        "select dedupe_key
        from mail_outbox
        where sent_at is null
            and gave_up_at is null
            and (dedupe_key like 'watch/%' or dedupe_key like 'watch-limit/%')
            and not exists (select from watch where watch.id = split_part(dedupe_key, '/', 2)::uuid)"
    )
    .fetch_all(&mut *connection)
    .await?;
    mail::withdraw_about(connection, &about_gone).await
}
