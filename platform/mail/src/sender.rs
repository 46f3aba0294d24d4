//! Sends what stands in the outbox, and removes it when it is old. Any number of processes may: each takes a mail of its own.

use std::sync::Arc;
use std::time::Duration;

use failpoint::failpoint;
use lettre::message::Mailbox;
use service::SharedClock;
use sqlx::PgPool;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::attachment;
use crate::outbox::{self, DueMail, End};
use crate::smtp::{MailArgs, SmtpServer};

/// The outbox is looked at this often even when nobody wakes the sender.
const POLL: Duration = Duration::from_secs(2);
/// About a day.
const MAX_ATTEMPTS: i32 = 12;
const SWEEP_INTERVAL: time::Duration = time::Duration::hours(1);

/// Sends mail until `shutdown`. `wake` saves the wait for the next look.
///
/// A mail is marked before it goes out and again afterwards. A crash between the two sends it again with the same
/// Message-ID: twice is better than never.
pub async fn sender(
    pool: PgPool,
    args: MailArgs,
    clock: SharedClock,
    wake: Arc<Notify>,
    shutdown: CancellationToken,
) {
    let Some(server) = args.smtp_url else {
        tracing::warn!("SMTP_URL is not set: mail waits in the outbox");
        return shutdown.cancelled().await;
    };
    let mut sweep_at = clock.now();
    while !shutdown.is_cancelled() {
        if clock.now() >= sweep_at {
            sweep_at = clock.now() + SWEEP_INTERVAL;
            sweep(&pool, &clock).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "old mail could not be removed");
            });
        }
        let send = || async {
            send_next(&pool, &server, &args.mail_from, &clock).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "the mail outbox cannot be read");
                false
            })
        };
        // A few at once: one receiver that keeps us waiting holds up no other.
        let (first, second, third, fourth) = tokio::join!(send(), send(), send(), send());
        if !(first || second || third || fourth) {
            tokio::select! {
                () = wake.notified() => {}
                () = tokio::time::sleep(POLL) => {}
                () = shutdown.cancelled() => {}
            }
        }
    }
}

async fn sweep(pool: &PgPool, clock: &SharedClock) -> sqlx::Result<()> {
    outbox::sweep(&mut *pool.acquire().await?, clock.now()).await
}

/// False where nothing was due.
async fn send_next(
    pool: &PgPool,
    server: &SmtpServer,
    from: &Mailbox,
    clock: &SharedClock,
) -> sqlx::Result<bool> {
    let mut connection = pool.acquire().await?;
    let Some(mail) = outbox::take(&mut connection, clock.now()).await? else { return Ok(false) };
    if mail.useless_after.is_some_and(|end| end <= clock.now()) {
        tracing::info!(mail.id = %mail.id, attempts = mail.attempts, "a mail came too late to be of use");
        outbox::end(&mut connection, mail.id, End::GivenUp("useless by now"), clock.now()).await?;
        return Ok(true);
    }
    let files = attachment::of_mail(&mut connection, mail.id).await?;
    // No connection is held while the mail server is talked to.
    drop(connection);
    failpoint!("mail.taken");
    let outcome = server.send(&mail, files, from, clock.now()).await;
    let mut connection = pool.acquire().await?;
    match outcome {
        Ok(()) => {
            failpoint!("mail.sent_unmarked");
            outbox::end(&mut connection, mail.id, End::Sent, clock.now()).await?;
        }
        Err(failure) => {
            let gives_up = failure.is_permanent || mail.attempts >= MAX_ATTEMPTS;
            report(&mail, &failure.kind, gives_up);
            if gives_up {
                outbox::end(&mut connection, mail.id, End::GivenUp(&failure.kind), clock.now()).await?;
            } else {
                outbox::mark_failed(&mut connection, mail.id, &failure.kind).await?;
            }
        }
    }
    Ok(true)
}

fn report(mail: &DueMail, error: &str, gives_up: bool) {
    let attempts = mail.attempts;
    if gives_up {
        tracing::error!(mail.id = %mail.id, attempts, error, "a mail was given up: a person must look");
    } else {
        tracing::warn!(mail.id = %mail.id, attempts, error, "a mail waits for its next attempt");
    }
}
