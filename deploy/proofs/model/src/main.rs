//! Exhausts every order of events that a booking can meet, with the `step` that production runs.
//!
//! Prints what was visited, and ends with an error where a promise of the saga breaks, where a state has no way to
//! an end, or where a design that is known to be wrong passes.

mod booking;
mod cancelling;
mod explore;
mod mutant;
mod race;
mod world;

use std::fmt::Debug;
use std::hash::Hash;

use anyhow::ensure;
use clap::Parser;

use crate::booking::BookingModel;
use crate::cancelling::CancellingModel;
use crate::explore::{Ends, Order, check, count_stuck};
use crate::mutant::Mutant;
use crate::race::RaceModel;

/// Exhausts the states of the booking's sagas.
#[derive(Parser)]
struct Arguments {
    /// How often a worker may lose its lease while it still runs.
    #[arg(default_value_t = 0)]
    takeovers: u8,
    /// How often a worker may die.
    #[arg(default_value_t = 0)]
    crashes: u8,
    /// Also counts the states from which no end can be reached.
    #[arg(long)]
    liveness: bool,
    /// Also proves that designs known to be wrong are found out.
    #[arg(long)]
    mutants: bool,
}

fn main() -> anyhow::Result<()> {
    let Arguments { takeovers, crashes, liveness, mutants } = Arguments::parse();
    let booking = BookingModel { takeovers, crashes, mutant: None };
    prove("a booking", &booking, liveness)?;
    prove("two bookings, one offer request", &RaceModel { mutant: None }, liveness)?;
    prove("a cancellation", &CancellingModel { mutant: None }, liveness)?;
    if mutants {
        kill_all()?;
    }
    Ok(())
}

fn prove<M>(name: &str, model: &M, liveness: bool) -> anyhow::Result<()>
where
    M: Ends + Clone + Send + Sync + 'static,
    M::State: Debug + Hash + Eq + Send + Sync + Clone,
    M::Action: Debug + Clone + PartialEq,
{
    let findings = check(name, model, Order::DeepestFirst);
    ensure!(findings.broken.is_empty(), "{name} breaks {}", findings.broken.join(", "));
    ensure!(findings.unmet.is_empty(), "{name} never shows: {}", findings.unmet.join(", "));
    ensure!(!liveness || count_stuck(name, model) == 0, "{name} can get stuck");
    Ok(())
}

/// Every wrong design must break a promise.
fn kill_all() -> anyhow::Result<()> {
    let mut runs = Vec::new();
    for mutant in Mutant::ALL {
        let model = BookingModel { takeovers: 1, crashes: 0, mutant: Some(mutant) };
        runs.push((mutant.name(), check(mutant.name(), &model, Order::ShortestFirst)));
    }
    for mutant in cancelling::Mutant::ALL {
        runs.push((
            mutant.name(),
            check(mutant.name(), &CancellingModel { mutant: Some(mutant) }, Order::ShortestFirst),
        ));
    }
    let unguarded = race::Mutant::NoDispatchRow;
    runs.push((
        unguarded.name(),
        check(unguarded.name(), &RaceModel { mutant: Some(unguarded) }, Order::ShortestFirst),
    ));

    let alive: Vec<_> =
        runs.iter().filter(|(_, findings)| findings.broken.is_empty()).map(|(name, _)| *name).collect();
    println!("mutants killed: {} of {}", runs.len() - alive.len(), runs.len());
    ensure!(alive.is_empty(), "not found out: {}", alive.join(", "));
    Ok(())
}
