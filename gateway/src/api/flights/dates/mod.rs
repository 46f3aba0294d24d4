//! What flights cost on other dates, as searches have seen it: a grid around the dates, a graph of departures, and the
//! look-up of dates that nobody has searched.

mod cell;
mod graph;
mod grid;
mod insight;
mod look_up;

pub(crate) use cell::instant;
pub(crate) use graph::*;
pub(crate) use grid::*;
pub(crate) use look_up::*;

use http::header::{CACHE_CONTROL, HeaderName, VARY};

/// Of answers with prices of a brand. A page that is opened again soon asks nobody. At a developer's machine the brand
/// is in a header.
const KEPT_FOR_HALF_A_MINUTE: [(HeaderName, &str); 2] =
    [(CACHE_CONTROL, "private, max-age=30"), (VARY, "x-brand")];
