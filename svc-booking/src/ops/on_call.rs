//! The bookings that the person on duty is called about.

use anyhow::Context;
use mail::on_call::{Cases, OpenCase};
use money::Money;
use sqlx::PgConnection;
use texts::Locale;

use crate::domain::review::Snapshot;
use crate::domain::shown;
use crate::email::on_call as words;
use crate::store::on_call::{self as store, Row};
use crate::store::{mode_of, snapshot_of};
use crate::texts::Texts;

/// Bookings in manual review, of all brands and both modes.
pub struct BookingCases;

impl Cases for BookingCases {
    const KIND: &'static str = "booking";

    async fn open(&self, connection: &mut PgConnection) -> anyhow::Result<Vec<OpenCase>> {
        Ok(store::open(connection).await?.into_iter().map(OpenCase::from).collect())
    }

    fn subject(&self, count: usize) -> String {
        words::subject(count, Texts::of(Locale::English))
    }
}

/// A row that can't be read hides no case, neither itself nor others.
impl From<Row> for OpenCase {
    fn from(row: Row) -> Self {
        let texts = Texts::of(Locale::English);
        let ((code, reason), sum, fault) = match read(&row) {
            Ok((snapshot, price)) => (words::reason(snapshot, texts), shown::sum(price), None),
            Err(error) => {
                let sum = format!("{} {} in minor units", row.price_minor, row.currency);
                (words::otherwise(texts), sum, Some(format!("{error:#}")))
            }
        };
        Self {
            id: row.id,
            mode: mode_of(&row.mode),
            code: code.to_owned(),
            reason,
            sum,
            decided_at: row.decided_at,
            news_at: None,
            fault,
        }
    }
}

fn read(row: &Row) -> anyhow::Result<(Snapshot, Money)> {
    let snapshot = snapshot_of(&row.state, row.stage.as_deref(), row.money_taken)?;
    let currency = row.currency.parse().ok().context("a booking's currency")?;
    Ok((snapshot, Money::new(row.price_minor, currency)))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn row(state: &str, currency: &str) -> Row {
        Row {
            id: Uuid::from_u128(1),
            mode: "live".into(),
            state: state.into(),
            stage: None,
            price_minor: 64_500,
            currency: currency.into(),
            money_taken: false,
            decided_at: None,
        }
    }

    #[test]
    fn a_row_that_cannot_be_read_is_a_case_with_its_sum_and_sends_the_reader_to_its_card() {
        for (state, currency) in [("OF_A_NEWER_RELEASE", "GBP"), ("ORDER_UNKNOWN", "POUND")] {
            let case = OpenCase::from(row(state, currency));

            assert_eq!(case.id, Uuid::from_u128(1));
            assert_eq!((&*case.code, &*case.reason), ("otherwise", "Read “What happened” on its card."));
            assert_eq!(case.sum, format!("64500 {currency} in minor units"));
            assert!(case.fault.is_some());
        }
        let readable = OpenCase::from(row("ORDER_UNKNOWN", "GBP"));
        assert_eq!((&*readable.code, readable.fault), ("order_unknown", None));
    }
}
