//! What this service hears: a booking that waits for word of its payment need not wait for its next ask, and a refund
//! that came back after all was done calls a person.

use events::{Consumer, Event, Handler, Nats};
use prost::Message;
use proto::payments::v1::PaymentChanged;
use service::SharedClock;
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::store::booking::Store;
use crate::store::{cancellation, queue};

const PAYMENTS: Consumer =
    Consumer { stream: "PAYMENT", durable: "svc-booking-payments", subject: "payment.>" };

/// A refund was refused, or paid and sent back by the bank.
const REFUND_FAILED: &str = "payment.refund_failed";

/// Listens until `shutdown`.
pub async fn run(nats: Nats, store: Store, clock: SharedClock, shutdown: CancellationToken) {
    events::consume(nats, store.pool, PAYMENTS, shutdown, Hearing { clock }).await;
}

struct Hearing {
    clock: SharedClock,
}

impl Handler for Hearing {
    /// A booking under way takes the event as a hint and never as a truth: the worker asks svc-payments, as it would
    /// have done later. One that has ended asks no more, so that the failure is written down here.
    async fn handle(&self, connection: &mut PgConnection, event: &Event) -> anyhow::Result<()> {
        let changed = PaymentChanged::decode(event.payload.clone())?;
        if let Ok(booking) = changed.booking_id.parse::<Uuid>() {
            let now = self.clock.now();
            queue::nudge(connection, booking, now).await?;
            if event.subject == REFUND_FAILED && cancellation::refund_failed(connection, booking, now).await?
            {
                tracing::error!(booking.id = %booking, "a refund came back: a person must pay it back");
            }
        }
        Ok(())
    }
}
