//! Whether the keys of a program are those of its database.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{SealedColumn, SealedRow, Sealer};
use crate::postgres::answer;

/// Rows that are tried at each end of a table. More than one, because a spoilt row is no sign of a wrong key.
const TRIED: i64 = 3;
/// Keys do not change while a program runs, and its database seldom: once they were right, they are tried this often.
pub(super) const AGAIN: Duration = Duration::from_mins(1);
const WRONG_KEYS: &str = "the keys do not open the stored data";

/// A column of which a sample is as good as the whole to find a wrong key.
pub trait SampledColumn: SealedColumn {
    /// The last rows in the column's order, at most `limit` of them, the very last first.
    fn last(&self, limit: i64) -> impl Future<Output = sqlx::Result<Vec<SealedRow<Self::Key>>>> + Send;
}

/// Looks again and again whether a program's keys open what is stored.
#[derive(Debug)]
pub struct KeyCheck<C> {
    pub(super) column: C,
    sealer: Sealer,
    is_logged: AtomicBool,
    right_at: Mutex<Option<Instant>>,
}

impl<C: SampledColumn> KeyCheck<C> {
    /// Looks at this column.
    pub fn new(column: C, sealer: Sealer) -> Self {
        Self { column, sealer, is_logged: AtomicBool::new(false), right_at: Mutex::default() }
    }

    /// Ready if at least one of the first three sealed rows opens, and at least one of the last three. An empty table is no
    /// fault. A fault is logged once. For a minute after the keys were right the table is not read.
    pub async fn readiness(&self) -> Result<(), &'static str> {
        if self.were_right_lately() {
            return Ok(());
        }
        let opens = answer(self.opens()).await?;
        let was_logged = self.is_logged.swap(!opens, Ordering::Relaxed);
        if opens {
            *self.right_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            return Ok(());
        }
        if !was_logged {
            tracing::error!(column = C::NAME, setting = self.sealer.setting, "{WRONG_KEYS}");
        }
        Err(WRONG_KEYS)
    }

    fn were_right_lately(&self) -> bool {
        let right_at = *self.right_at.lock().unwrap_or_else(PoisonError::into_inner);
        right_at.is_some_and(|at| at.elapsed() < AGAIN)
    }

    async fn opens(&self) -> sqlx::Result<bool> {
        let first = self.column.after(&C::Key::default(), TRIED).await?;
        let last = self.column.last(TRIED).await?;
        Ok(self.opens_one(&first) && self.opens_one(&last))
    }

    /// True also where nothing is sealed.
    fn opens_one(&self, rows: &[SealedRow<C::Key>]) -> bool {
        let sealed: Vec<_> = rows.iter().filter_map(|row| Some((&row.name, row.sealed.as_ref()?))).collect();
        sealed.is_empty() || sealed.iter().any(|(name, sealed)| self.sealer.open(name, sealed).is_ok())
    }
}
