//! Our own book: bookings and payments, as the services' tables have them.

use sqlx::{Connection, PgConnection};
use uuid::Uuid;

#[derive(Debug, Default)]
pub struct Ours {
    pub bookings: Vec<Booking>,
    pub payments: Vec<Payment>,
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Booking {
    pub id: Uuid,
    pub state: String,
    pub order_id: Option<String>,
    pub price_minor: i64,
    /// What went back to the card of a trip that is cancelled.
    pub paid_back_minor: Option<i64>,
    /// Its turns to an end, of which there is one.
    pub ends: i64,
    /// svc-identity refused the account of its guest.
    pub lacks_account: bool,
}

impl Booking {
    /// Cents that its traveller has paid in the end.
    pub fn costs(&self) -> i64 {
        self.price_minor - self.paid_back_minor.unwrap_or_default()
    }
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Payment {
    pub id: Uuid,
    pub status: String,
    pub booking_id: Option<Uuid>,
    pub intent_id: Option<String>,
    pub amount_minor: i64,
    pub captured_minor: i64,
    pub refunded_minor: i64,
}

impl Payment {
    /// A card that was authorised and has paid for nothing: released by the sweeper within half an hour.
    pub fn is_spare(&self) -> bool {
        self.status == "authorised" && self.booking_id.is_none()
    }
}

impl Ours {
    pub async fn read(database: &str) -> anyhow::Result<Self> {
        let mut database = PgConnection::connect(database).await?;
        let bookings = sqlx::query_as(
            "select
                id, state, order_id, price_minor,
                (
                    select to_card_minor from booking.cancellation
                    where booking_id = booking.id and stage = 'DONE'
                ) as paid_back_minor,
                (
                    select count(*) from booking.booking_event as event
                    where event.booking_id = booking.id
                        and to_state in ('TICKETED', 'FAILED')
                        and from_state not in ('TICKETED', 'FAILED')
                ) as ends,
                exists (
                    select from booking.booking_event as event
                    where event.booking_id = booking.id and cause = 'AccountRefused'
                ) as lacks_account
            from booking.booking",
        );
        let payments = sqlx::query_as(
            "select id, status, booking_id, intent_id, amount_minor, captured_minor, refunded_minor
            from payments.payment where not simulated",
        );
        let books = Self {
            bookings: bookings.fetch_all(&mut database).await?,
            payments: payments.fetch_all(&mut database).await?,
        };
        database.close().await?;
        Ok(books)
    }

    /// Cents that customers have paid and not got back.
    pub fn taken(&self) -> i64 {
        self.payments.iter().map(|payment| payment.captured_minor - payment.refunded_minor).sum()
    }
}

/// What is still under way, in words.
pub async fn unsettled(database: &str) -> anyhow::Result<Vec<String>> {
    let mut database = PgConnection::connect(database).await?;
    let counts: Vec<(String, i64)> = sqlx::query_as(
        "select 'bookings in ' || state, count(*) from booking.booking
        where state not in ('TICKETED', 'FAILED') group by state
        union all
        select 'cancellations in ' || stage, count(*) from booking.cancellation
        where stage in ('REQUESTED', 'CONFIRM_SENT', 'CONFIRM_UNKNOWN', 'REFUND_SENT') group by stage
        union all
        select 'payments ' || status, count(*) from payments.payment
        where status in ('confirm_sent', 'capture_sent', 'void_sent') group by status
        union all
        select 'accounts to be made', count(*) from booking.booking where account in ('due', 'offered') having count(*) > 0
        union all
        select 'events of bookings', count(*) from booking.outbox where published_at is null having count(*) > 0
        union all
        select 'events of payments', count(*) from payments.outbox where published_at is null having count(*) > 0",
    )
    .fetch_all(&mut database)
    .await?;
    database.close().await?;
    Ok(counts.into_iter().map(|(what, count)| format!("{count} {what}")).collect())
}

/// Good once every mail is sent. None may have been given up.
pub async fn mails_waiting(database: &str) -> Result<(), String> {
    let waiting = async {
        let mut database = PgConnection::connect(database).await?;
        let waiting: i64 = sqlx::query_scalar(
            "select count(*)
            from (
                select sent_at from booking.mail_outbox union all select sent_at from identity.mail_outbox
            ) as mail
            where sent_at is null",
        )
        .fetch_one(&mut database)
        .await?;
        database.close().await?;
        Ok::<i64, sqlx::Error>(waiting)
    };
    match waiting.await {
        Ok(0) => Ok(()),
        Ok(waiting) => Err(format!("{waiting} mails wait")),
        Err(error) => Err(error.to_string()),
    }
}
