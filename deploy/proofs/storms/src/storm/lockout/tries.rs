//! The tries at passwords in browsers that their owners never used, as svc-identity stores them. It stores none that it
//! refuses unread, and takes the right ones out again.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::{Connection, PgConnection};
use time::OffsetDateTime;

use crate::report::Report;

const DAY: time::Duration = time::Duration::DAY;

/// When each account was tried.
pub struct Tries(BTreeMap<String, Vec<OffsetDateTime>>);

impl Tries {
    pub async fn read(database: &str) -> anyhow::Result<Self> {
        let mut database = PgConnection::connect(database).await?;
        let tries: Vec<(String, OffsetDateTime)> = sqlx::query_as(
            "select concat_ws(' of ', account.username, account.brand), attempt.tried_at
            from identity.attempt
            join identity.account on account.id = attempt.account_id",
        )
        .fetch_all(&mut database)
        .await?;
        database.close().await?;
        let mut of_accounts: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (account, tried_at) in tries {
            of_accounts.entry(account).or_default().push(tried_at);
        }
        Ok(Self(of_accounts))
    }

    pub fn count(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    pub fn tell_most_a_day(&self, limit: usize, report: &mut Report) {
        report.require(!self.0.is_empty(), || "no try was stored: nobody guessed".to_owned());
        for (account, tried_at) in &self.0 {
            let most = most_a_day(tried_at);
            report.row(format!("tries at {account}, most in 24 hours"), most);
            report.require(most <= limit, || format!("{most} tries at {account} in 24 hours"));
        }
    }
}

/// The most of them within any 24 hours.
fn most_a_day(tried_at: &[OffsetDateTime]) -> usize {
    let in_a_day_from = |first: OffsetDateTime| {
        let day = first..first + DAY;
        tried_at.iter().filter(|at| day.contains(*at)).count()
    };
    tried_at.iter().map(|first| in_a_day_from(*first)).max().unwrap_or_default()
}

/// Moves all tries back, as if so much time had passed.
pub async fn age(database: &mut PgConnection, by: Duration) -> sqlx::Result<()> {
    sqlx::query("update identity.attempt set tried_at = tried_at - make_interval(secs => $1)")
        .bind(by.as_secs_f64())
        .execute(database)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn tries_count_together_within_any_24_hours_in_whatever_order_they_are_read() {
        let check = |hours: &[i64], expected: usize| {
            let noon = datetime!(2026-03-01 12:00 UTC);
            let tried_at: Vec<_> = hours.iter().map(|it| noon + time::Duration::hours(*it)).collect();
            assert_eq!(most_a_day(&tried_at), expected, "{hours:?}");
        };

        check(&[], 0);
        check(&[0, 0, 0], 3);
        check(&[0, 23, 24], 2);
        check(&[46, 0, 24, 23], 3);
    }
}
