//! Which trips still lack tickets, and what was found of them.

use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use crate::domain::ticket::Ticket;
use crate::domain::{Booking, ticket};

impl Store {
    /// The trip that has waited longest for its tickets. Nobody else looks for them before the next look.
    #[tracing::instrument(name = "db.ticket.take", skip_all)]
    pub async fn take_without_tickets(&self, now: OffsetDateTime) -> anyhow::Result<Option<Booking>> {
        let mut transaction = self.pool.begin().await?;
        let due = sqlx::query!(
            "select id, created_at
            from booking
            where tickets_due_at <= $1
            order by tickets_due_at
            limit 1
            for update skip locked",
            now,
        )
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(due) = due else { return Ok(None) };
        sqlx::query!(
            "update booking set tickets_due_at = $2 where id = $1",
            due.id,
            ticket::look_at(now, due.created_at),
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        self.load(due.id).await
    }

    /// There are never fewer than there were. `are_all`: nothing is looked for any more.
    #[tracing::instrument(name = "db.ticket.keep", skip_all)]
    pub async fn keep_tickets(&self, booking: Uuid, tickets: &[Ticket], are_all: bool) -> sqlx::Result<()> {
        sqlx::query!(
            "update booking
            set
                tickets = case when jsonb_array_length($2) > jsonb_array_length(tickets) then $2 else tickets end,
                tickets_due_at = case when $3 then null else tickets_due_at end
            where id = $1",
            booking,
            Json(tickets) as _,
            are_all,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
