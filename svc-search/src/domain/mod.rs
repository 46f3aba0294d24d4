//! What is asked, what was answered, and in which order it is shown. No network, no clock.

mod answer;
mod bag_fares;
mod emissions;
mod explanation;
pub(crate) mod fare_dates;
mod fares;
mod query;
mod ranking;
mod weight;

pub(crate) use answer::{Accumulated, Airlines, Answer, OfferRow};
pub(crate) use bag_fares::BagFares;
pub(crate) use emissions::typical_emissions;
pub(crate) use explanation::{Comparison, Explained, Titles};
pub(crate) use fares::fares;
pub(crate) use query::{
    Ages, AnswerKey, Asked, CabinClass, Iata, Notice, Paging, Query, SOLD_AHEAD, Travellers,
};
pub(crate) use ranking::{Priced, Ranked, Sort, rank, rank_all};
pub(crate) use weight::{CONNECTION_MIN, HARD_CONNECTION_MIN};
