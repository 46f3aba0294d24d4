//! What a brand still owes its travellers.

use service::Mode;
use time::OffsetDateTime;

use super::booking::Store;
use super::mode_text;
use crate::domain::cancellation::Stage;
use crate::domain::schedule::DOCUMENTS_KEPT;

/// Bookings of a brand that are not over. None is counted twice.
pub struct OpenTrips {
    /// Booked, not cancelled, not landed.
    pub ahead: i64,
    /// A booking, a cancellation or a refund is under way or in doubt, or a person must look.
    pub unsettled: i64,
}

impl Store {
    /// Those of `mode` and of live mode: while the system is live nobody reaches a trip of test mode anyway.
    #[tracing::instrument(name = "db.open_trips.count", skip_all)]
    pub async fn count_open_trips(
        &self,
        brand: &str,
        mode: Mode,
        now: OffsetDateTime,
    ) -> sqlx::Result<OpenTrips> {
        sqlx::query_as!(
            OpenTrips,
            r#"with candidate as (
                -- Each has an index: the others are over, however many there were.
                select id from booking where erase_at > $4
                union
                select id from booking where state not in ('TICKETED', 'FAILED')
                union
                select id from booking where needs_human
                union
                select booking_id from cancellation where stage = any($5)
            ),
            trip as (
                select
                    state not in ('TICKETED', 'FAILED')
                        or needs_human
                        or coalesce(stage = any($5), false) as is_unsettled,
                    state = 'TICKETED'
                        and coalesce(stage not in ('DONE', 'REFUND_FAILED'), true)
                        -- Documents are kept for a fixed time after the landing, and forgotten then; those of a
                        -- closed account at the landing. Of what can't be erased yet it is a pause too, which counts
                        -- as ahead.
                        and coalesce(erase_at > case when account_closed then $4 else $3::timestamptz end, false)
                        as is_ahead
                from candidate
                join booking using (id)
                left join cancellation on booking_id = id
                where brand = $1 and mode in ('live', $2)
            )
            select
                count(*) filter (where is_ahead and not is_unsettled) as "ahead!",
                count(*) filter (where is_unsettled) as "unsettled!"
            from trip"#,
            brand,
            mode_text(mode),
            now + DOCUMENTS_KEPT,
            now,
            &Stage::names_under_way(),
        )
        .fetch_one(&self.pool)
        .await
    }
}
