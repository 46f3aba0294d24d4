//! Time that passes: bookings of which nobody can know for a day whether there is an order hold their money all that time;
//! accounts and mails have their next try.

use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::books::Books;
use crate::report::Report;

/// No early void: while nobody knows, the booking waits and the money is held.
pub fn still_held(books: &Books, held: &[Uuid], report: &mut Report) {
    let waits = |id: &Uuid| books.ours.bookings.iter().any(|it| it.id == *id && it.state == "ORDER_UNKNOWN");
    let holds = |id: &Uuid| {
        books.ours.payments.iter().any(|it| it.booking_id == Some(*id) && it.status == "authorised")
    };
    report.row("held while nobody knows", held.iter().filter(|id| waits(id) && holds(id)).count());
    for id in held.iter().filter(|id| !waits(id) || !holds(id)) {
        report.miss(format!("booking {id} was given up, or its money, while nobody knew"));
    }
}

/// Accounts that are owed and mails that wait have their next try now.
pub async fn all_is_due(database: &str) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    for statement in [
        "update booking.booking set next_action_at = now() where account in ('due', 'offered') and state = 'TICKETED'",
        "update booking.mail_outbox set next_attempt_at = now() where sent_at is null and gave_up_at is null",
        "update identity.mail_outbox set next_attempt_at = now() where sent_at is null and gave_up_at is null",
    ] {
        sqlx::query(statement).execute(&mut database).await?;
    }
    Ok(database.close().await?)
}

/// Everything that these bookings remember is a day older.
pub async fn passes(database: &str, held: &[Uuid]) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    for statement in [
        "update booking.provider_attempt set prepared_at = prepared_at - interval '25 hours' where booking_id = any($1)",
        "update booking.booking
        set
            offer_expires_at = offer_expires_at - interval '25 hours',
            first_unknown_at = first_unknown_at - interval '25 hours',
            next_action_at = now()
        where id = any($1)",
    ] {
        sqlx::query(statement).bind(held).execute(&mut database).await?;
    }
    Ok(database.close().await?)
}
