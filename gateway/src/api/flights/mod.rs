mod bag_prices;
mod best_order;
mod count;
mod fares;
mod gone;
mod offer;
mod search;
mod stream;
mod verify;
mod viewed;

pub(super) use bag_prices::*;
pub(super) use best_order::*;
pub(super) use fares::*;
pub(super) use offer::*;
pub(super) use search::*;
pub(super) use stream::*;
pub(super) use verify::*;
