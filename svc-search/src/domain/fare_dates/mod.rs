//! What the dates around a trip cost, as far as searches have seen it.

mod calendar;
mod cells;
mod insight;
mod key;
mod observation;
mod sold;

pub(crate) use calendar::{Shape, date_pairs, nearest_first, same_stay};
pub(crate) use cells::{Cell, CellState, compared_currency, lowest};
pub(crate) use insight::{Basis, Insight, Level, insight};
pub(crate) use key::{bucket_key, parse_bucket_key};
pub(crate) use observation::Observation;
#[cfg(test)]
pub(crate) use observation::Seen;
pub(crate) use sold::Sold;
