//! Seals anew by the first key of a ring what another one has sealed, beside the service that works on the same rows.

use std::fmt::Debug;
use std::ops::AddAssign;
use std::time::Duration;

use anyhow::ensure;
use tokio::time::sleep;

use super::Sealer;

/// Rows of one statement.
const AT_ONCE: i64 = 100;
/// Between two batches: the database is the service's first of all.
const PAUSE: Duration = Duration::from_millis(50);
/// Batches between two lines of the log.
const BATCHES_A_LINE: u64 = 100;

/// A row of a column of sealed values.
pub struct SealedRow<K> {
    /// Its primary key.
    pub key: K,
    /// What its value is bound to.
    pub name: Vec<u8>,
    /// Nothing where the row has no sealed value.
    pub sealed: Option<Vec<u8>>,
}

/// A column of sealed values, in the order of its table's primary key, upwards or downwards.
pub trait SealedColumn: Send + Sync {
    /// The primary key, which the log shows where a value does not open. Its default stands before every key there is.
    type Key: Debug + Default + Send + Sync;

    /// What the log calls it.
    const NAME: &'static str;

    /// The first rows behind `key`, at most `limit` of them, with and without a value.
    fn after(
        &self,
        key: &Self::Key,
        limit: i64,
    ) -> impl Future<Output = sqlx::Result<Vec<SealedRow<Self::Key>>>> + Send;

    /// Stores `new` in the place of `old`. Returns false if the row no longer holds `old`.
    fn replace(
        &self,
        key: &Self::Key,
        old: &[u8],
        new: &[u8],
    ) -> impl Future<Output = sqlx::Result<bool>> + Send;
}

/// How many values were looked at, and what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rekeyed {
    /// All of them.
    pub read: u64,
    /// Those that another key than the first had sealed.
    pub resealed: u64,
    /// Those that open under no key of the ring. They are left as they are.
    pub unreadable: u64,
}

impl Rekeyed {
    /// Logs the sum of all columns.
    ///
    /// # Errors
    /// Some values open under no key.
    pub fn finish(self, sealer: &Sealer) -> anyhow::Result<()> {
        let Self { read, resealed, unreadable } = self;
        ensure!(
            unreadable == 0,
            "{unreadable} of {read} sealed values open under no key of {}: each has a line in the log",
            sealer.setting
        );
        tracing::info!(read, resealed, "all sealed values are the first key's");
        Ok(())
    }
}

impl AddAssign for Rekeyed {
    fn add_assign(&mut self, other: Self) {
        self.read += other.read;
        self.resealed += other.resealed;
        self.unreadable += other.unreadable;
    }
}

/// Seals anew what another key than the first has sealed, in small batches along the primary key. A value that the service
/// changes meanwhile is read again. May be stopped and begun anew at any time: what is done is passed over.
pub async fn rekey<C: SealedColumn>(column: &C, sealer: &Sealer) -> sqlx::Result<Rekeyed> {
    let mut walk = Walk { column, sealer, done_to: C::Key::default(), rekeyed: Rekeyed::default() };
    let mut batches = 0_u64;
    while walk.do_batch().await? {
        batches += 1;
        if batches.is_multiple_of(BATCHES_A_LINE) {
            walk.log("sealing anew");
        }
        sleep(PAUSE).await;
    }
    walk.log("a column is sealed anew");
    Ok(walk.rekeyed)
}

struct Walk<'w, C: SealedColumn> {
    column: &'w C,
    sealer: &'w Sealer,
    /// The rows up to this key are done.
    done_to: C::Key,
    rekeyed: Rekeyed,
}

impl<C: SealedColumn> Walk<'_, C> {
    /// Returns false at the end of the table.
    async fn do_batch(&mut self) -> sqlx::Result<bool> {
        let rows = self.column.after(&self.done_to, AT_ONCE).await?;
        let is_over = rows.is_empty();
        for row in rows {
            let is_done = match &row.sealed {
                Some(sealed) => self.do_value(&row, sealed).await?,
                None => true,
            };
            if !is_done {
                break;
            }
            self.done_to = row.key;
        }
        Ok(!is_over)
    }

    /// Returns false if the value was changed since it was read: the next batch begins with its row.
    async fn do_value(&mut self, row: &SealedRow<C::Key>, sealed: &[u8]) -> sqlx::Result<bool> {
        match self.sealer.reseal(&row.name, sealed) {
            Ok(Some(anew)) if self.column.replace(&row.key, sealed, &anew).await? => {
                self.rekeyed.resealed += 1;
            }
            Ok(Some(_)) => return Ok(false),
            Ok(None) => {}
            Err(error) => {
                tracing::error!(
                    column = C::NAME,
                    row = ?row.key,
                    error = format!("{error:#}"),
                    "a sealed value can't be opened",
                );
                self.rekeyed.unreadable += 1;
            }
        }
        self.rekeyed.read += 1;
        Ok(true)
    }

    fn log(&self, what: &'static str) {
        let Rekeyed { read, resealed, unreadable } = self.rekeyed;
        tracing::info!(column = C::NAME, read, resealed, unreadable, "{what}");
    }
}
