//! One connection, from its first byte to its end: what it may take its time for, and why it is closed.

use std::error::Error;
use std::pin::pin;
use std::time::Duration;

use hyper_util::server::graceful::GracefulConnection;
use opentelemetry::KeyValue;
use opentelemetry::metrics::Counter;
use service::metrics::meter;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::slots::{Phase, Slot};

/// How long a connection may wait.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waits {
    /// From its acceptance to the end of its first request's head, whatever protocol it is.
    pub first_request: Duration,
    /// For the rest of its requests' bodies, while it has nothing else under way.
    pub body: Duration,
    /// For the peer to take the next piece of an answer; then the connection is stalled.
    pub piece: Duration,
    /// For a stalled connection to go on.
    pub stalled: Duration,
    /// From the end of its last answer to its next request.
    pub idle: Duration,
    /// For what an idle connection still has to read once it was told to go.
    pub leaving: Duration,
}

/// Why the gateway closes a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// It sent no whole request in time.
    NoRequest,
    /// It did not send the rest of a body in time.
    NoBody,
    /// It did not take the rest of an answer in time.
    Stalled,
    /// It sent no further request in time, or does not answer HTTP/2 pings.
    Idle,
    /// Nothing was under way but what waited for its peer, and another needed its room.
    Replaced,
    /// Its address has its whole share of connections.
    AddressFull,
    /// An HTTP/1 head was too large. HTTP/2 refuses the one stream.
    LargeHead,
}

impl Cause {
    /// As docs/telemetry.md lists it.
    fn label(self) -> &'static str {
        match self {
            Self::NoRequest => "no_request",
            Self::NoBody => "no_body",
            Self::Stalled => "stalled",
            Self::Idle => "idle",
            Self::Replaced => "replaced",
            Self::AddressFull => "address_full",
            Self::LargeHead => "large_head",
        }
    }
}

/// Counts the connections that the gateway closes, by cause.
#[derive(Debug, Clone)]
pub(super) struct Closed(Counter<u64>);

impl Closed {
    pub fn new() -> Self {
        let counter = meter()
            .u64_counter("http.server.connections.closed")
            .with_unit("{connection}")
            .with_description("Connections that the gateway closed")
            .build();
        Self(counter)
    }

    pub fn count(&self, cause: Cause) {
        self.0.add(1, &[KeyValue::new("cause", cause.label())]);
    }
}

type Failure = Box<dyn Error + Send + Sync>;

/// Serves a connection to its end. Answers why the gateway closed it; None where the peer went, or the gateway stops.
pub(super) async fn drive(
    connection: impl GracefulConnection<Error = Failure>,
    slot: Slot,
    waits: Waits,
    stopping: &CancellationToken,
) -> Option<Cause> {
    let leave = stopping.child_token();
    let mut connection = pin!(finish_at(connection, &leave));
    let cause = tokio::select! {
        biased;
        ended = connection.as_mut() => return cause_of(&ended.err()?, *slot.phase.borrow()),
        cause = overdue(&slot, waits) => cause,
    };
    if cause == Cause::Idle {
        leave.cancel();
        // It ends by itself, or is cut off. A request may have been on its way: it is answered first.
        let leaving = Waits { idle: waits.leaving, ..waits };
        tokio::select! {
            biased;
            _ = connection => {}
            _ = overdue(&slot, leaving) => {}
        }
    }
    Some(cause)
}

/// Asks the peer to send no more requests once `leave` is cancelled, and finishes those under way. An idle HTTP/1
/// connection is closed at once; HTTP/2 says which requests were not read (GOAWAY; RFC 9113, 6.8).
async fn finish_at<C: GracefulConnection>(connection: C, leave: &CancellationToken) -> Result<(), C::Error> {
    let mut connection = pin!(connection);
    tokio::select! {
        biased;
        ended = connection.as_mut() => return ended,
        () = leave.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    connection.await
}

/// Waits until the connection has waited too long, or has to make room.
async fn overdue(slot: &Slot, waits: Waits) -> Cause {
    let mut phase = slot.phase.clone();
    loop {
        let now = *phase.borrow_and_update();
        let (bound, cause) = match now {
            Phase::Silent => (waits.first_request, Cause::NoRequest),
            Phase::BodyMissing => (waits.body, Cause::NoBody),
            Phase::Busy => (Duration::MAX, Cause::Idle),
            Phase::Sending => {
                let progress = slot.last_progress();
                if timeout(waits.piece, phase.changed()).await.is_err() {
                    slot.stall(progress);
                }
                continue;
            }
            Phase::Stalled => (waits.stalled, Cause::Stalled),
            Phase::Idle => (waits.idle, Cause::Idle),
            Phase::Replaced => return Cause::Replaced,
        };
        if timeout(bound, phase.changed()).await.is_err() {
            return cause;
        }
    }
}

/// A peer that goes away or breaks the protocol is no failure of ours.
fn cause_of(failure: &Failure, phase: Phase) -> Option<Cause> {
    tracing::debug!(error = %failure, "a connection ended early");
    let error = failure.downcast_ref::<hyper::Error>()?;
    if error.is_parse_too_large() {
        return Some(Cause::LargeHead);
    }
    let late = if phase == Phase::Silent { Cause::NoRequest } else { Cause::Idle };
    error.is_timeout().then_some(late)
}
