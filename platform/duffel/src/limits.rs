use std::num::{NonZeroU16, NonZeroU32};

/// This process's share of what the flight provider allows a token. Each mode has a token, and the same share of it.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct LimitArgs {
    /// Calls a minute that this process makes to the flight provider with one token. Over it searches and other reads
    /// wait or are refused; orders and cancellations count and are never refused. Not set: no bound of its own.
    #[arg(long, env = "DUFFEL_CALLS_PER_MINUTE", value_name = "N")]
    pub duffel_calls_per_minute: Option<NonZeroU32>,
    /// Searches and other reads of one token that this process lets wait for the flight provider's answers at once.
    #[arg(long, env = "DUFFEL_READS_AT_ONCE", default_value_t = Self::default().duffel_reads_at_once, value_name = "N")]
    pub duffel_reads_at_once: NonZeroU16,
    /// Percent of the flight provider's rate limit that searches, and prices of bags in a list, leave to offers, orders
    /// and cancellations.
    #[arg(long, env = "DUFFEL_RESERVE_PERCENT", default_value_t = Self::default().duffel_reserve_percent,
          value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub duffel_reserve_percent: u8,
}

impl Default for LimitArgs {
    fn default() -> Self {
        Self {
            duffel_calls_per_minute: None,
            duffel_reads_at_once: NonZeroU16::new(128).expect("not zero"),
            duffel_reserve_percent: 33,
        }
    }
}
