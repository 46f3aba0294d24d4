//! What is asked, what was answered, and in which order it is shown. No network, no clock.

mod answer;
mod fares;
mod query;
mod ranking;
mod weight;

pub(crate) use answer::{Accumulated, Airlines, Answer, OfferRow};
pub(crate) use fares::fares;
pub(crate) use query::{Ages, Asked, CabinClass, Iata, Notice, Paging, Query, Travellers};
pub(crate) use ranking::{Priced, Ranked, Sort, rank, rank_all};
