//! What is asked, what was answered, and in which order it is shown. No network, no clock.

mod answer;
mod query;
mod ranking;

pub(crate) use answer::{Answer, Found};
pub(crate) use query::{Asked, CabinClass, Iata, Notice, Paging, Query, Travellers};
pub(crate) use ranking::{Priced, Sort, rank};
