//! Airline and bank, and what goes wrong there, by the dice.

use std::path::Path;

use anyhow::Context;
use clap::Parser;
use sandbox::{Announcements, Hosted, Sandbox};
use serde_json::{Value, json};

use crate::clock::START;
use crate::dice::Dice;

/// Whose answers may be late, lost or nonsense. Writes at the bank have keys: what was done shows when they are
/// repeated.
const AT_THE_AIRLINE: [&str; 6] = [
    "duffel.orders.list",
    "duffel.orders.get",
    "duffel.offers.get",
    "duffel.order_cancellations.create",
    "duffel.order_cancellations.confirm",
    "duffel.order_cancellations.get",
];
const AT_THE_BANK: [&str; 7] = [
    "stripe.payment_intents.create",
    "stripe.payment_intents.confirm",
    "stripe.payment_intents.capture",
    "stripe.payment_intents.cancel",
    "stripe.payment_intents.get",
    "stripe.refunds.create",
    "stripe.refunds.list",
];

/// Both providers, with all that will go wrong there.
pub fn providers(dice: &Dice) -> anyhow::Result<(Hosted, Announcements)> {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../seeds");
    let mut config = sandbox::Config::parse_from(["sandbox"]);
    config.seeds = seeds;
    let sandbox = Sandbox::build(config).context("the sandbox")?;
    let (providers, announcements) = Hosted::new(sandbox, "http://airline".parse()?)?;
    providers.advance(i64::try_from(START.unix_timestamp_nanos() / 1_000_000)?);
    for _ in 0..dice.below(5) {
        providers.plan(order_fault(dice))?;
    }
    for on in AT_THE_AIRLINE {
        for _ in 0..dice.below(3) {
            let effect = answer_fault(dice, "internal_server_error");
            providers.plan(json!({ "on": on, "times": dice.below(3) + 1, "effect": effect }))?;
        }
    }
    for on in AT_THE_BANK {
        for _ in 0..dice.below(3) {
            let effect = answer_fault(dice, "api_error");
            providers.plan(json!({ "on": on, "times": dice.below(3) + 1, "effect": effect }))?;
        }
    }
    if dice.percent(15) {
        let effect = json!({ "kind": "expire_authorization" });
        providers.plan(json!({ "on": "stripe.payment_intents.capture", "times": 1, "effect": effect }))?;
    }
    // The airline's own guard against a second order is not promised: ours must do.
    providers.plan(json!({ "on": "duffel.orders.create", "effect": { "kind": "rebook" } }))?;
    Ok((providers, announcements))
}

/// What becomes of one order.
fn order_fault(dice: &Dice) -> Value {
    let later = dice.below(90_000);
    let promised = |status: u16, then: &str| json!({ "kind": "outcome", "status": status, "then": then, "after_ms": later });
    let effect = match dice.below(8) {
        0 => promised(202, "created"),
        1 => promised(202, "failed"),
        2 => promised(200, "created"),
        3 => json!({ "kind": "delay", "ms": dice.below(140_000) }),
        _ => answer_fault(dice, "internal_server_error"),
    };
    json!({ "on": "duffel.orders.create", "times": 1, "effect": effect })
}

/// What becomes of any call.
fn answer_fault(dice: &Dice, error: &str) -> Value {
    let phase = *dice.pick(&["before", "after"]);
    match dice.below(6) {
        0 => json!({ "kind": "cut", "phase": phase, "ms": dice.below(20_000) }),
        1 => json!({ "kind": "html", "status": *dice.pick(&[502, 503, 504]), "phase": phase }),
        2 => json!({ "kind": "error", "code": error, "phase": phase }),
        3 => json!({ "kind": "cut_body" }),
        4 => json!({ "kind": "truncate" }),
        _ => json!({ "kind": "delay", "ms": dice.below(15_000) }),
    }
}
