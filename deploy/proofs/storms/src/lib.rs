//! A system whose programs are processes of their own, and shoppers who buy from it: for the storms and for the bench.

pub mod books;
pub mod fleet;
pub mod http;
pub mod last_release;
pub mod report;
pub mod shop;
pub mod shopper;
pub mod trips;
pub mod until;
mod work;
