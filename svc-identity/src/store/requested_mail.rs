use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::domain::requested_mail::{LONGEST_WINDOW, RequestedMail};

/// Counts a mail, if its limit allows another now. The caller stores the mail in the same transaction.
///
/// Locked by subject, so that a hundred at once are counted one by one.
#[tracing::instrument(name = "db.requested_mail.admit", skip_all)]
pub async fn admit(
    connection: &mut PgConnection,
    mail: &RequestedMail,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    sqlx::query!("select pg_advisory_xact_lock(4, hashtext(encode($1, 'hex')))", &mail.subject)
        .execute(&mut *connection)
        .await?;
    let counted = sqlx::query!(
        "insert into requested_mail (subject_hash, mailed_at)
        select $1::bytea, $2::timestamptz
        where (select count(*) from requested_mail where subject_hash = $1 and mailed_at > $3) < $4",
        &mail.subject,
        now,
        now - mail.window,
        mail.most,
    )
    .execute(connection)
    .await?;
    Ok(counted.rows_affected() == 1)
}

/// Removes mails that no longer count.
#[tracing::instrument(name = "db.requested_mail.sweep", skip_all)]
pub async fn sweep(executor: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from requested_mail where mailed_at <= $1", now - LONGEST_WINDOW)
        .execute(executor)
        .await?;
    Ok(())
}
