//! The task of one replica: connects to it, checks its health, and connects again after a loss.

use std::io;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use super::Pace;
use super::replica::{Connection, FailedAttempt, Replica};
use super::target::Target;
use crate::causes::with_causes;
use crate::line_a_minute::LineAMinute;

/// Attempts are at least this far apart, however many calls wait for one.
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);
/// A connection that ends earlier is not made again at once: the peer takes and then refuses it, because of our
/// certificate perhaps.
const SHORT_LIVED: Duration = Duration::from_secs(1);
/// Attempts in a row that fail before it is worth a warning: at a start, programs wait for each other.
const WORTH_A_WARNING: u32 = 5;

/// What the tasks of a service's replicas share.
pub struct Context {
    pub target: Arc<Target>,
    pub pace: Pace,
    /// Wakes when a replica is connected, an attempt has failed, or the addresses were looked up.
    pub changed: watch::Sender<()>,
    /// Has those that wait for their next attempt, or their next lookup, begin it.
    pub wanted: watch::Sender<()>,
}

impl Context {
    /// Waits so long, or until a call wants it sooner. `wanted` has seen what was wanted before the last attempt began.
    pub async fn pause(&self, longest: Duration, wanted: &mut watch::Receiver<()>) {
        sleep(SHORTEST_PAUSE).await;
        let _sooner = timeout(longest, wanted.changed()).await;
    }
}

/// Keeps `replica` connected as long as it is used.
pub async fn keep_connected(context: Arc<Context>, replica: Weak<Replica>) {
    let mut wanted = context.wanted.subscribe();
    let (mut failures, mut losses) = (0, LineAMinute::default());
    while let Some(known) = replica.upgrade() {
        wanted.mark_unchanged();
        let began = Instant::now();
        match context.target.connect(known.address).await {
            Ok((sender, closed)) => {
                failures = 0;
                drop(known);
                let connection = Arc::new(Connection::new(sender));
                let outcome = tokio::select! {
                    () = check_health(&context, &replica, &connection) => return,
                    outcome = closed => outcome,
                };
                if let Some(known) = replica.upgrade() {
                    log_loss(&context, &known, &outcome, connection.has_left(), &mut losses);
                    lost(&context, &known, began, outcome);
                }
                if began.elapsed() < SHORT_LIVED {
                    context.pause(context.pace.retry, &mut wanted).await;
                }
            }
            Err(error) => {
                failures += 1;
                log_failure(&context, &known, &error, failures);
                known.failed(FailedAttempt { began, error: Arc::new(error) });
                context.changed.send_replace(());
                drop(known);
                context.pause(context.pace.retry, &mut wanted).await;
            }
        }
    }
}

fn log_failure(context: &Context, replica: &Replica, error: &io::Error, failures: u32) {
    let (service, address, error) = (context.target.name, replica.address, with_causes(error));
    if failures == WORTH_A_WARNING {
        tracing::warn!(service, %address, error, "a replica can't be reached");
    } else {
        tracing::debug!(service, %address, error, "a replica is away");
    }
}

/// A replica that says it can't work stops, or lacks something that it logs itself. One that says nothing hangs.
fn log_change(service: &str, replica: &Replica, is_healthy: bool, is_answered: bool) {
    let address = replica.address;
    if is_healthy || is_answered {
        tracing::info!(service, %address, is_healthy, "a replica's health changed");
    } else {
        tracing::warn!(service, %address, "a replica does not answer: calls avoid it");
    }
}

/// `has_left` if the replica had said that it takes no more work: it has stopped on purpose. One that takes connections
/// and ends them, because of our certificate perhaps, does so each second: `losses` has one line a minute tell of it.
fn log_loss(
    context: &Context,
    replica: &Replica,
    outcome: &hyper::Result<()>,
    has_left: bool,
    losses: &mut LineAMinute,
) {
    let (service, address) = (context.target.name, replica.address);
    let Err(error) = outcome else {
        tracing::info!(service, %address, "a replica has closed its connection");
        return;
    };
    let error = with_causes(error);
    if has_left {
        tracing::info!(service, %address, error, "a replica has stopped");
    } else if let Some(held_back) = losses.allow(Instant::now()) {
        tracing::warn!(service, %address, error, held_back, "lost the connection to a replica");
    } else {
        tracing::debug!(service, %address, error, "lost the connection to a replica again");
    }
}

fn lost(context: &Context, replica: &Replica, began: Instant, outcome: hyper::Result<()>) {
    let error = match outcome {
        Ok(()) => io::ErrorKind::ConnectionAborted.into(),
        Err(error) => io::Error::other(error),
    };
    replica.failed(FailedAttempt { began, error: Arc::new(error) });
    context.changed.send_replace(());
    // It may be at another address by now.
    context.wanted.send_replace(());
}

/// Checks the health as long as the replica is used. Calls go over the connection from the first check on, whatever it
/// showed. A check that was not answered is repeated at once: two in a row count.
async fn check_health(context: &Context, replica: &Weak<Replica>, connection: &Arc<Connection>) {
    let every = context.pace.health_check;
    let mut is_used = false;
    while let Some(replica) = replica.upgrade() {
        let check = connection.check_health(&context.target, every).await;
        let (service, is_healthy) = (context.target.name, connection.is_healthy());
        if !is_used {
            is_used = true;
            replica.use_connection(Arc::clone(connection));
            context.changed.send_replace(());
            tracing::debug!(service, address = %replica.address, is_healthy, "connected");
        } else if check.has_changed {
            log_change(service, &replica, is_healthy, check.is_answered);
        }
        drop(replica);
        if check.is_answered || !is_healthy {
            sleep(every).await;
        }
    }
}
