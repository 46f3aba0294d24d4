//! Time that passes: bookings of which nobody can know for a day whether there is an order hold their money all that time;
//! accounts and mails have their next try.

use std::time::Duration;

use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::books::Books;
use crate::fleet::Fleet;
use crate::report::Report;
use crate::until::until;

/// A program that is started again has its bookings within this.
const TAKEN_OVER: Duration = Duration::from_secs(30);

/// No early void: while nobody knows, the booking waits and the money is held. Who has just been started again may still
/// have to find the booking.
pub async fn still_held(fleet: &Fleet, held: &[Uuid], report: &mut Report) {
    let all_wait = until("bookings of which nobody knows wait", TAKEN_OVER, async || {
        let books = Books::read(fleet).await.map_err(|error| error.to_string())?;
        held.iter().try_for_each(|id| waits(&books, *id))
    });
    match all_wait.await {
        Ok(()) => report.row("held while nobody knows", held.len()),
        Err(given_up) => report.miss(given_up.to_string()),
    }
}

fn waits(books: &Books, id: Uuid) -> Result<(), String> {
    let waits = books.ours.bookings.iter().any(|it| it.id == id && it.state == "ORDER_UNKNOWN");
    let holds = books.ours.payments.iter().any(|it| it.booking_id == Some(id) && it.status == "authorised");
    if waits && holds { Ok(()) } else { Err(format!("booking {id} was given up, or its money")) }
}

/// Waits until the latest booking has its ticket, or waits for its cardholder's bank.
pub async fn latest_rests(database: &str) -> anyhow::Result<()> {
    until("the latest booking rests", TAKEN_OVER, async || {
        let state = latest_state(database).await.map_err(|error| error.to_string())?;
        if ["TICKETED", "AWAIT_3DS"].contains(&&*state) { Ok(()) } else { Err(state) }
    })
    .await
}

async fn latest_state(database: &str) -> anyhow::Result<String> {
    let mut database = PgConnection::connect(database).await?;
    let latest = "select state from booking.booking order by created_at desc limit 1";
    let state = sqlx::query_scalar(latest).fetch_one(&mut database).await?;
    database.close().await?;
    Ok(state)
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

/// These bookings were made twenty minutes earlier.
pub async fn bookings_are_older(database: &str, bookings: &[Uuid]) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    let statement =
        "update booking.booking set created_at = created_at - interval '20 minutes' where id = any($1)";
    sqlx::query(statement).bind(bookings).execute(&mut database).await?;
    Ok(database.close().await?)
}

/// Events of svc-booking that wait for the broker have waited for minutes.
pub async fn events_are_older(database: &str) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    let statement = "update booking.outbox set created_at = now() - interval '5 minutes'
        where published_at is null and created_at > now() - interval '4 minutes'";
    sqlx::query(statement).execute(&mut database).await?;
    Ok(database.close().await?)
}

/// Bookings whose capture has no answer are asked about now.
pub async fn captures_are_due(database: &str) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    let statement = "update booking.booking set next_action_at = now() where state = 'CAPTURE_SENT'";
    sqlx::query(statement).execute(&mut database).await?;
    Ok(database.close().await?)
}

/// Makes every payment of the last `past` due for a look, whatever its state is by now.
pub async fn payments_are_due(database: &str, past: Duration) -> anyhow::Result<()> {
    let mut database = PgConnection::connect(database).await?;
    let statement = "update payments.payment set settle_at = now()
        where status in ('capture_sent', 'captured') and created_at > now() - make_interval(secs => $1)";
    sqlx::query(statement).bind(past.as_secs_f64()).execute(&mut database).await?;
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
