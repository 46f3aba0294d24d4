//! What an operator sees of the budgets and of the pause, as docs/telemetry.md lists it.

use opentelemetry::KeyValue;
use service::Mode;
use service::metrics::{meter, mode_label};
use service::queues::{Figures, Measure};

use super::LooksADay;
use crate::domain::watch::Paused;

/// Looks that each brand has spent of the UTC day of now, in each mode. A brand without any has rows too.
pub const LOOKS_SPENT: Figures = Figures {
    labels: &["brand", "mode"],
    measures: &[Measure {
        name: "watch.looks.spent",
        unit: "{look}",
        description: "Looks that count for a brand since the UTC day began",
    }],
    query: "select brand.key, modes.mode, coalesce(watch_look.looks, 0)::bigint
        from brand
        cross join unnest(array['test', 'live']) as modes (mode)
        left join watch_look
            on watch_look.brand_key = brand.key
            and watch_look.mode = modes.mode
            and watch_look.day = (now() at time zone 'UTC')::date",
};

/// Shows what the settings allow, as long as the process lives.
pub(super) fn show(looks: LooksADay, paused: &Paused) {
    meter()
        .u64_observable_gauge("watch.looks.limit")
        .with_unit("{look}")
        .with_description("Looks that each brand may spend in a UTC day")
        .with_callback(move |gauge| {
            for mode in [Mode::Test, Mode::Live] {
                gauge.observe(looks.of(mode).into(), &[KeyValue::new("mode", mode_label(mode))]);
            }
        })
        .build();
    let by_brand = paused.by_brand();
    meter()
        .u64_observable_gauge("watch.paused")
        .with_description("Whether watched prices pause")
        .with_callback(move |gauge| {
            for (brand, pauses) in &by_brand {
                gauge.observe((*pauses).into(), &[KeyValue::new("brand", brand.clone())]);
            }
        })
        .build();
}
