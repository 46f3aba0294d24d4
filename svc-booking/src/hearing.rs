//! What this service hears: a booking that waits for word of its payment need not wait for its next ask.

use events::{Consumer, Event, Handler, Nats};
use prost::Message;
use proto::payments::v1::PaymentChanged;
use service::SharedClock;
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::store::booking::Store;
use crate::store::queue;

const PAYMENTS: Consumer =
    Consumer { stream: "PAYMENT", durable: "svc-booking-payments", subject: "payment.>" };

/// Listens until `shutdown`.
pub async fn run(nats: Nats, store: Store, clock: SharedClock, shutdown: CancellationToken) {
    events::consume(nats, store.pool, PAYMENTS, shutdown, Hearing { clock }).await;
}

struct Hearing {
    clock: SharedClock,
}

impl Handler for Hearing {
    /// The event is a hint and never a truth: the worker asks svc-payments, as it would have done later.
    async fn handle(&self, connection: &mut PgConnection, event: &Event) -> anyhow::Result<()> {
        let changed = PaymentChanged::decode(event.payload.clone())?;
        if let Ok(booking) = changed.booking_id.parse::<Uuid>() {
            queue::nudge(connection, booking, self.clock.now()).await?;
        }
        Ok(())
    }
}
