use std::fmt;

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use url::Url;
use uuid::Uuid;

use crate::attachment::Attachment;
use crate::attachment_store;
use crate::seal::{Contents, Seal, StoredContents};

/// Sent mails are remembered for this long, so that none is sent twice.
const KEPT: Duration = Duration::days(30);

/// A mail to one person.
#[derive(Clone, PartialEq, Eq)]
pub struct Mail {
    /// The address.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain text, which every mail has.
    pub text: String,
    /// The same as HTML.
    pub html: Option<String>,
    /// Files that go with it.
    pub attachments: Vec<Attachment>,
    /// Who writes, as the reader sees it; the operator if this is absent.
    pub sender: Option<Sender>,
    /// Not sent earlier, so that it can be withdrawn until then. Sent at once if this is absent.
    pub not_before: Option<OffsetDateTime>,
    /// After this the mail is not sent any more: what it links to is over.
    pub useless_after: Option<OffsetDateTime>,
    /// Where one POST without a cookie ends mails such as this one: mail programs offer it with a single press (RFC 8058).
    pub unsubscribe: Option<Url>,
    /// Names what the mail is about, such as `set-password/<booking id>`: of a key only the first mail is sent.
    pub dedupe_key: String,
}

/// A brand as it signs its mails. The address that mail is sent from is the operator's in any case: receivers trust
/// it, and no brand's domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    /// Stands before the address that mail is sent from.
    pub name: String,
    /// Where answers go; ignored if it is empty or no address.
    pub reply_to: String,
}

impl Mail {
    fn contents(&self) -> Contents {
        Contents {
            recipient: self.to.clone(),
            subject: self.subject.clone(),
            text: self.text.clone(),
            html: self.html.clone(),
            unsubscribe: self.unsubscribe.as_ref().map(ToString::to_string),
            reply_to: self.sender.as_ref().map(|sender| sender.reply_to.clone()),
        }
    }
}

impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mail { .. }")
    }
}

/// Writes the mail into the outbox of the transaction that `connection` is in.
///
/// False where a mail with the same key was written before: this one is dropped.
pub async fn enqueue(
    connection: &mut PgConnection,
    seal: &Seal,
    mail: &Mail,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let id = Uuid::now_v7();
    let stored = seal.store(id, mail.contents())?;
    let inserted = sqlx::query(
        "insert into mail_outbox (
            id,
            recipient,
            subject,
            body_text,
            body_html,
            unsubscribe_url,
            sealed,
            sender_name,
            reply_to,
            useless_after,
            dedupe_key,
            created_at,
            next_attempt_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        on conflict on constraint mail_outbox_dedupe_key_key do nothing",
    )
    .bind(id)
    .bind(stored.recipient)
    .bind(stored.subject)
    .bind(stored.body_text)
    .bind(stored.body_html)
    .bind(stored.unsubscribe_url)
    .bind(stored.sealed)
    .bind(mail.sender.as_ref().map(|sender| &sender.name))
    .bind(stored.reply_to)
    .bind(mail.useless_after)
    .bind(&mail.dedupe_key)
    .bind(now)
    .bind(mail.not_before.unwrap_or(now))
    .execute(&mut *connection)
    .await?;
    let is_new = inserted.rows_affected() == 1;
    if is_new {
        attachment_store::insert(connection, seal, id, &mail.attachments).await?;
    }
    Ok(is_new)
}

/// Deletes the mails of these keys, except those that are being sent already.
pub async fn withdraw(connection: &mut PgConnection, dedupe_keys: &[String]) -> sqlx::Result<()> {
    sqlx::query("delete from mail_outbox where dedupe_key = any($1) and attempts = 0")
        .bind(dedupe_keys)
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes the mails whose keys begin with one of these, except those that were sent or given up. One that was tried in vain
/// goes too. One that is being sent at this moment may still arrive, and is not tried again.
pub async fn withdraw_about(connection: &mut PgConnection, prefixes: &[String]) -> sqlx::Result<()> {
    sqlx::query(
        "delete from mail_outbox
        where sent_at is null and gave_up_at is null and dedupe_key ^@ any($1)",
    )
    .bind(prefixes)
    .execute(connection)
    .await?;
    Ok(())
}

/// A mail that is being sent.
#[derive(sqlx::FromRow)]
pub(crate) struct DueMail {
    pub id: Uuid,
    #[sqlx(flatten)]
    pub contents: StoredContents,
    pub sender_name: Option<String>,
    pub useless_after: Option<OffsetDateTime>,
    pub attempts: i32,
}

/// Takes the mail that is due first. No other sender takes it until its next attempt: in one minute, doubled each time,
/// up to about four hours.
pub(crate) async fn take(
    connection: &mut PgConnection,
    now: OffsetDateTime,
) -> sqlx::Result<Option<DueMail>> {
    sqlx::query_as(
        "update mail_outbox
        set
            attempts = attempts + 1,
            next_attempt_at = $1 + interval '1 minute' * power(2, least(attempts, 8))
        where id = (
            select id
            from mail_outbox
            where sent_at is null and gave_up_at is null and next_attempt_at <= $1
            order by next_attempt_at
            limit 1
            for update skip locked
        )
        returning
            id,
            recipient,
            subject,
            body_text,
            body_html,
            unsubscribe_url,
            sealed,
            sender_name,
            reply_to,
            useless_after,
            attempts",
    )
    .bind(now)
    .fetch_optional(connection)
    .await
}

/// Why a late mail was given up. That is no fault and raises no alert: `QUEUES` leaves out this very text, and so does the
/// index that serves it (`given_up.sql`).
pub(crate) const USELESS: &str = "useless by now";

/// How it went with a mail.
pub(crate) enum End<'e> {
    Sent,
    /// No further attempt, for this reason.
    GivenUp(&'e str),
}

/// Keeps what the mail was about and when it went, and neither whom it was for nor a word of it: its links sign people
/// in.
pub(crate) async fn end(
    connection: &mut PgConnection,
    id: Uuid,
    end: End<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let (sent_at, gave_up_at, error) = match end {
        End::Sent => (Some(now), None, None),
        End::GivenUp(reason) => (None, Some(now), Some(reason)),
    };
    sqlx::query(
        "with without_files as (delete from mail_attachment where mail_id = $1)
        update mail_outbox
        set
            sent_at = $2,
            gave_up_at = $3,
            last_error = $4,
            recipient = '',
            subject = '',
            body_text = '',
            body_html = null,
            unsubscribe_url = null,
            sealed = null,
            sender_name = null,
            reply_to = null
        where id = $1",
    )
    .bind(id)
    .bind(sent_at)
    .bind(gave_up_at)
    .bind(error)
    .execute(connection)
    .await?;
    Ok(())
}

/// An attempt was in vain; the mail waits for its next.
pub(crate) async fn mark_failed(connection: &mut PgConnection, id: Uuid, error: &str) -> sqlx::Result<()> {
    sqlx::query("update mail_outbox set last_error = $2 where id = $1")
        .bind(id)
        .bind(error)
        .execute(connection)
        .await?;
    Ok(())
}

/// Removes a bounded number of old mails that were sent or given up; one that waits is never old.
pub(crate) async fn sweep(connection: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query(
        "delete from mail_outbox
        where id in (select id from mail_outbox where coalesce(sent_at, gave_up_at) < $1 limit 10000)",
    )
    .bind(now - KEPT)
    .execute(connection)
    .await?;
    Ok(())
}
