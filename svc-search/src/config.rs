use ::events::NatsArgs;
use clap::ArgAction;
use duffel::DuffelArgs;
use service::{AdminArgs, ServerArgs, SettingsCheck, TelemetryArgs};

use crate::look_ups::{Allowance, Allowances};

/// Settings of svc-search.
#[derive(Debug, Clone, clap::Parser)]
pub struct Config {
    /// What the settings below say about real sales.
    #[command(flatten)]
    pub check: SettingsCheck,
    #[command(flatten)]
    pub server: ServerArgs,
    #[command(flatten)]
    pub admin: AdminArgs,
    #[command(flatten)]
    pub telemetry: TelemetryArgs,
    #[command(flatten)]
    pub nats: NatsArgs,
    #[command(flatten)]
    pub duffel: DuffelArgs,
    /// Memory for cached answers and pages, in MiB.
    #[arg(long, env = "CACHE_MIB", default_value_t = 128, value_name = "MIB")]
    pub cache_mib: u64,
    /// What one hour of the whole party counts in the order "best", in percent of the median price of a search.
    #[arg(
        long, env = "BEST_HOUR_PERCENT", default_value_t = 4, value_name = "PERCENT",
        value_parser = clap::value_parser!(u8).range(1..=100)
    )]
    pub best_hour_percent: u8,
    #[command(flatten)]
    pub fare_dates: FareDatesArgs,
}

/// What travellers see of fares by their dates, and how much may be looked up for it. The provider counts searches against
/// orders: each look-up is a search that may lead to none.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct FareDatesArgs {
    /// Whether fares are shown by their dates, and kept for it.
    #[arg(long, env = "FARE_DATES", default_value_t = true, action = ArgAction::Set)]
    pub fare_dates: bool,
    /// Whether travellers may have dates looked up that nobody has searched.
    #[arg(long, env = "LOOK_UPS", default_value_t = true, action = ArgAction::Set)]
    pub look_ups: bool,
    /// Searches that one look-up of dates may send in test mode. 0 is none.
    #[arg(long, env = "LOOK_UPS_A_VIEW_TEST", default_value_t = 12, value_name = "SEARCHES")]
    pub look_ups_a_view_test: u32,
    /// Searches that the look-ups of a brand may send within an hour in test mode, in each replica. 0 is none.
    #[arg(long, env = "LOOK_UPS_AN_HOUR_TEST", default_value_t = 600, value_name = "SEARCHES")]
    pub look_ups_an_hour_test: u32,
    /// The same as `LOOK_UPS_A_VIEW_TEST`, in live mode: there the provider charges for searches beyond 1,500 an order.
    #[arg(long, env = "LOOK_UPS_A_VIEW_LIVE", default_value_t = 0, value_name = "SEARCHES")]
    pub look_ups_a_view_live: u32,
    /// The same as `LOOK_UPS_AN_HOUR_TEST`, in live mode.
    #[arg(long, env = "LOOK_UPS_AN_HOUR_LIVE", default_value_t = 0, value_name = "SEARCHES")]
    pub look_ups_an_hour_live: u32,
}

impl FareDatesArgs {
    pub(crate) fn allowances(self) -> Allowances {
        if !(self.fare_dates && self.look_ups) {
            return Allowances { test: Allowance::NONE, live: Allowance::NONE };
        }
        Allowances {
            test: Allowance { a_view: self.look_ups_a_view_test, an_hour: self.look_ups_an_hour_test },
            live: Allowance { a_view: self.look_ups_a_view_live, an_hour: self.look_ups_an_hour_live },
        }
    }
}
