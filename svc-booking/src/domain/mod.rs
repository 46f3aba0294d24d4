//! What a booking is and how it moves. Pure: no SQL, no network, no clock, no environment.

pub mod adoption;
pub mod booking;
pub mod breakdown;
pub mod calendar;
pub mod cancellation;
pub mod card;
pub mod cause;
mod countries;
pub mod credit;
pub mod failure;
pub mod guest_link;
pub mod itinerary;
pub mod journey;
pub mod kept;
mod names;
pub mod paid;
pub mod party;
pub mod refund;
pub mod review;
pub mod saga;
pub mod schedule;
pub mod shown;
pub mod ticket;
pub mod webhook;

pub use booking::Booking;
pub use failure::{Failure, FailureCode, Reason};
