//! Sends what stands in the outbox, and removes it when it is old. Any number of processes may: each takes a mail of
//! its own.

use std::sync::Arc;
use std::time::Duration;

use failpoint::failpoint;
use lettre::message::Mailbox;
use service::SharedClock;
use service::metrics::Tally;
use service::telemetry::mark_failed;
use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres};
use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span};

use crate::attachment::Attachment;
use crate::attachment_store;
use crate::outbox::{self, DueMail, End};
use crate::seal::{Seal, StoredContents};
use crate::smtp::{Failure, MailArgs, SmtpServer};

/// The outbox is read this often even if nothing wakes the sender: a mail may be due again.
const POLL: Duration = Duration::from_secs(2);
/// About a day.
const MAX_ATTEMPTS: i32 = 12;
/// Why a mail was given up whose last attempt ended without a record: it may have arrived.
const UNRECORDED: &str = "the last attempt was not recorded";
const SWEEP_INTERVAL: time::Duration = time::Duration::hours(1);

/// Sends mail until `shutdown`. `wake` saves the wait for the next look.
///
/// A mail is marked before it goes out and again afterwards. A crash between the two sends it again with the same
/// Message-ID: twice is better than never. `seal` is the one that mails are enqueued with.
pub async fn sender(
    pool: PgPool,
    args: MailArgs,
    seal: Seal,
    clock: SharedClock,
    wake: Arc<Notify>,
    shutdown: CancellationToken,
) {
    let Some(server) = args.server() else {
        tracing::warn!("SMTP_URL is not set: mail waits in the outbox");
        return shutdown.cancelled().await;
    };
    let attempts = Tally::new("mail.deliveries", "Attempts to send a mail", "outcome");
    let pauses = Pauses { wake, poll_turn: Mutex::default() };
    let sender = MailSender { pool, server, from: args.mail_from, seal, clock, pauses, attempts };
    // A few at once: a receiver that keeps us waiting holds up no more than one of them.
    tokio::join!(
        sender.sweep(&shutdown),
        sender.send(&shutdown),
        sender.send(&shutdown),
        sender.send(&shutdown),
        sender.send(&shutdown),
    );
}

/// Sends the mails of one outbox.
struct MailSender {
    pool: PgPool,
    server: SmtpServer,
    from: Mailbox,
    seal: Seal,
    clock: SharedClock,
    pauses: Pauses,
    attempts: Tally,
}

/// How the senders of one outbox wait.
struct Pauses {
    wake: Arc<Notify>,
    /// The sender that holds it reads the outbox again after `POLL`. The others wait to be woken, or for this turn.
    poll_turn: Mutex<()>,
}

impl Pauses {
    async fn pause(&self, shutdown: &CancellationToken) {
        let poll = async {
            let _turn = self.poll_turn.lock().await;
            tokio::time::sleep(POLL).await;
        };
        tokio::select! {
            () = self.wake.notified() => {}
            () = poll => {}
            () = shutdown.cancelled() => {}
        }
    }
}

impl MailSender {
    async fn send(&self, shutdown: &CancellationToken) {
        while !shutdown.is_cancelled() {
            let sent = send_next(self).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "the mail outbox cannot be read");
                false
            });
            if !sent {
                self.pauses.pause(shutdown).await;
            }
        }
    }

    async fn sweep(&self, shutdown: &CancellationToken) {
        let mut sweep_at = self.clock.now();
        while !shutdown.is_cancelled() {
            if self.clock.now() >= sweep_at {
                sweep_at = self.clock.now() + SWEEP_INTERVAL;
                self.sweep_once().await.unwrap_or_else(|error| {
                    tracing::warn!(%error, "old mail could not be removed");
                });
            }
            tokio::select! {
                () = tokio::time::sleep(POLL) => {}
                () = shutdown.cancelled() => {}
            }
        }
    }

    async fn sweep_once(&self) -> sqlx::Result<()> {
        outbox::sweep(&mut *self.pool.acquire().await?, self.clock.now()).await
    }

    async fn deliver(
        &self,
        mail: &DueMail,
        stored: StoredContents,
        files: Vec<Attachment>,
    ) -> Result<(), Failure> {
        let opened = self.seal.open(mail.id, stored, files).map_err(|error| {
            tracing::error!(mail.id = %mail.id, error = format!("{error:#}"), "a mail can't be opened");
            Failure::sealed()
        })?;
        self.server.send(mail, opened, &self.from, self.clock.now()).await
    }
}

/// Returns false if there is nothing to send for now: no mail is due, or the database failed under an attempt.
async fn send_next(sender: &MailSender) -> sqlx::Result<bool> {
    let mut connection = sender.pool.acquire().await?;
    let Some(mail) = outbox::take(&mut connection, sender.clock.now()).await? else { return Ok(false) };
    // Where one waits others may: the next of us looks.
    sender.pauses.wake.notify_one();
    let (id, span) = (mail.id, tracing::info_span!("mail.send", mail.id = %mail.id));
    let recorded = send_taken(sender, connection, mail).instrument(span.clone()).await;
    if let Err(error) = &recorded {
        mark_failed(&span, "not_recorded");
        span.in_scope(
            || tracing::warn!(mail.id = %id, %error, "the database failed under an attempt to send a mail"),
        );
    }
    Ok(recorded.is_ok())
}

/// Sends a mail that was taken, unless it came too late, and keeps how that went.
async fn send_taken(
    sender: &MailSender,
    mut connection: PoolConnection<Postgres>,
    mut mail: DueMail,
) -> sqlx::Result<()> {
    let MailSender { pool, clock, .. } = sender;
    if mail.useless_after.is_some_and(|end| end <= clock.now()) {
        tracing::info!(mail.id = %mail.id, attempts = mail.attempts, "a mail came too late to be of use");
        outbox::end(&mut connection, mail.id, End::GivenUp(outbox::USELESS), clock.now()).await?;
        sender.attempts.add("useless");
        return Ok(());
    }
    if mail.attempts > MAX_ATTEMPTS {
        report(&mail, UNRECORDED, true);
        sender.attempts.add("given_up");
        return outbox::end(&mut connection, mail.id, End::GivenUp(UNRECORDED), clock.now()).await;
    }
    let files = attachment_store::of_mail(&mut connection, mail.id).await?;
    // No connection is held while the mail server is talked to.
    drop(connection);
    failpoint!("mail.taken");
    let stored = std::mem::take(&mut mail.contents);
    let outcome = sender.deliver(&mail, stored, files).await;
    sender.attempts.add(match &outcome {
        Ok(()) => "sent",
        Err(failure) if is_last(&mail, failure) => "given_up",
        Err(_) => "deferred",
    });
    let mut connection = pool.acquire().await?;
    match outcome {
        Ok(()) => {
            failpoint!("mail.sent_unmarked");
            outbox::end(&mut connection, mail.id, End::Sent, clock.now()).await?;
        }
        Err(failure) => {
            mark_failed(&Span::current(), "not_sent");
            let gives_up = is_last(&mail, &failure);
            report(&mail, &failure.kind, gives_up);
            if gives_up {
                outbox::end(&mut connection, mail.id, End::GivenUp(&failure.kind), clock.now()).await?;
            } else {
                outbox::mark_failed(&mut connection, mail.id, &failure.kind).await?;
            }
        }
    }
    Ok(())
}

/// Whether a mail is given up after this failure.
fn is_last(mail: &DueMail, failure: &Failure) -> bool {
    failure.is_permanent || mail.attempts >= MAX_ATTEMPTS
}

fn report(mail: &DueMail, error: &str, gives_up: bool) {
    let attempts = mail.attempts;
    if gives_up {
        tracing::error!(mail.id = %mail.id, attempts, error, "a mail was given up: a person must look");
    } else {
        tracing::warn!(mail.id = %mail.id, attempts, error, "a mail waits for its next attempt");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::time::{sleep, timeout};

    use super::*;

    /// Four who look and find nothing.
    async fn look(pauses: &Pauses, looks: &AtomicU32) {
        let shutdown = CancellationToken::new();
        let one = async || {
            loop {
                looks.fetch_add(1, Ordering::Relaxed);
                pauses.pause(&shutdown).await;
            }
        };
        tokio::join!(one(), one(), one(), one());
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_outbox_is_read_by_one_of_four_each_time() {
        let (pauses, looks) =
            (Pauses { wake: Arc::default(), poll_turn: Mutex::default() }, AtomicU32::new(0));

        let _ended = timeout(10 * POLL + POLL / 2, look(&pauses, &looks)).await;

        assert_eq!(looks.into_inner(), 4 + 10);
    }

    #[tokio::test(start_paused = true)]
    async fn while_one_is_busy_another_looks() {
        let (pauses, looks) =
            (Pauses { wake: Arc::default(), poll_turn: Mutex::default() }, AtomicU32::new(0));
        let shutdown = CancellationToken::new();
        let busy = async {
            pauses.pause(&shutdown).await;
            sleep(100 * POLL).await;
        };

        let looking = timeout(5 * POLL + POLL / 2, look(&pauses, &looks));
        let _ended = tokio::join!(timeout(6 * POLL, busy), looking);

        // The busy one had the first turn.
        assert_eq!(looks.into_inner(), 4 + 4);
    }

    #[tokio::test(start_paused = true)]
    async fn a_mail_wakes_one_of_four_at_once() {
        for woken in 1..=8 {
            let (pauses, looks) =
                (Pauses { wake: Arc::default(), poll_turn: Mutex::default() }, AtomicU32::new(0));
            let wake = async {
                for _ in 0..woken {
                    sleep(POLL / 16).await;
                    pauses.wake.notify_one();
                }
            };

            let looking = timeout(POLL * 15 / 16, look(&pauses, &looks));
            let _ended = tokio::join!(looking, wake);

            assert_eq!(looks.into_inner(), 4 + woken);
        }
    }
}
