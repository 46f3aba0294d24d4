//! One run: the hosts, the steps, and the look at all books after each.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Parser;
use sandbox::{Announcements, Hosted, Sandbox};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use turmoil::{Builder, Sim};

use crate::chaos::{Chaos, leap};
use crate::clock::{START, SimClock};
use crate::dice::Dice;
use crate::hosts::payments::Payments;
use crate::hosts::{AIRLINE, OFFERS, PAYMENTS, POSTMAN, REPLICAS, SHOP, airline, booking, offers, payments};
use crate::hosts::{postman, shop};
use crate::laws::Stand;
use crate::memory::Memory;
use crate::mutant::Mutant;
use crate::shaken::Line;
use crate::trace::Trace;
use crate::world::World;

const TICK: Duration = Duration::from_millis(4);
/// Of the hosts' timers; the clock leaps far beyond it.
const LONGEST: Duration = Duration::from_hours(2);
/// Of the clock: no purchase may take longer.
const PATIENCE: Duration = Duration::from_hours(24 * 6);
/// Between two leaps, for what has become due.
const BREATH: Duration = Duration::from_secs(4);
/// Long enough for what nobody claimed to be released.
const AFTERMATH: Duration = Duration::from_mins(40);

/// What a run came to.
pub struct Report {
    /// The same for the same run.
    pub digest: String,
    /// By the clock, leaps included.
    pub simulated: Duration,
    pub steps: u64,
    pub purchases: usize,
    /// The law that broke, and what was seen last.
    pub broken: Option<(String, Vec<String>)>,
}

/// Runs a seed to its end, or to the first law that breaks.
pub fn run(seed: u64, mutant: Option<Mutant>, shown: bool) -> anyhow::Result<Report> {
    let dice = Dice::new(seed);
    let (airline, letters) = airline_of(&dice)?;
    let world = World {
        clock: SimClock::new(),
        weather: Arc::default(),
        memory: Memory::mutated(mutant),
        cashier: payments::Cashier::default(),
        receipts: shop::Receipts::default(),
        airline,
        dice,
        mutant,
    };
    let mut sim = Builder::new()
        .rng_seed(seed)
        .tick_duration(TICK)
        .simulation_duration(LONGEST)
        .min_message_latency(Duration::from_millis(1))
        .max_message_latency(Duration::from_millis(world.dice.below(300).into()) + TICK)
        .tcp_capacity(4096)
        .enable_random_order()
        .build();
    populate(&mut sim, &world, letters);
    let mut course = Course { world, trace: Trace::new(shown), turns: 0, words: Vec::new(), steps: 0 };
    let broken = course.follow(&mut sim).err();
    Ok(Report {
        digest: course.trace.digest(),
        simulated: course.world.clock.since_start(),
        steps: course.steps,
        purchases: course.world.receipts.purchases().len(),
        broken: broken.map(|error| (format!("{error:#}"), course.trace.tail(40).to_vec())),
    })
}

fn airline_of(dice: &Dice) -> anyhow::Result<(Hosted, Announcements)> {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds");
    let mut config = sandbox::Config::parse_from(["sandbox"]);
    config.seeds = seeds;
    let sandbox = Sandbox::build(config).context("the sandbox")?;
    let (airline, letters) = Hosted::new(sandbox, "http://airline".parse()?)?;
    airline.advance(i64::try_from(START.unix_timestamp_nanos() / 1_000_000)?);
    for _ in 0..dice.below(5) {
        airline.plan(order_fault(dice))?;
    }
    for on in ["duffel.orders.list", "duffel.offers.get", "duffel.order_cancellations.*"] {
        if dice.percent(40) {
            airline.plan(json!({ "on": on, "times": dice.below(4) + 1, "effect": answer_fault(dice) }))?;
        }
    }
    // The airline's own guard against a second order is not promised: ours must do.
    airline.plan(json!({ "on": "duffel.orders.create", "effect": { "kind": "rebook" } }))?;
    Ok((airline, letters))
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
        _ => answer_fault(dice),
    };
    json!({ "on": "duffel.orders.create", "times": 1, "effect": effect })
}

/// What becomes of any call.
fn answer_fault(dice: &Dice) -> Value {
    let phase = *dice.pick(&["before", "after"]);
    match dice.below(6) {
        0 => json!({ "kind": "cut", "phase": phase, "ms": dice.below(20_000) }),
        1 => json!({ "kind": "html", "status": *dice.pick(&[502, 503, 504]), "phase": phase }),
        2 => json!({ "kind": "error", "code": "internal_server_error", "phase": phase }),
        3 => json!({ "kind": "cut_body" }),
        4 => json!({ "kind": "truncate" }),
        _ => json!({ "kind": "delay", "ms": dice.below(15_000) }),
    }
}

fn populate(sim: &mut Sim<'_>, world: &World, letters: Announcements) {
    let line = Line { dice: world.dice.clone(), weather: world.weather.clone() };
    let letters = Arc::new(Mutex::new(letters));
    let hosted = world.airline.clone();
    sim.host(AIRLINE, move || airline::run(hosted.clone()));
    let clock = world.clock.clone();
    sim.host(OFFERS, move || offers::run(clock.clone()));
    let (cashier, clock) = (world.cashier.clone(), world.clock.clone());
    let till = Payments { cashier, clock, line };
    sim.host(PAYMENTS, move || payments::run(till.clone()));
    for replica in REPLICAS {
        let world = world.clone();
        sim.host(replica, move || booking::run(world.clone()));
    }
    let (carried, sold) = (world.clone(), world.clone());
    sim.host(POSTMAN, move || postman::run(carried.clone(), letters.clone()));
    sim.host(SHOP, move || shop::run(sold.clone()));
}

/// The way of a run.
struct Course {
    world: World,
    trace: Trace,
    /// Of the bookings, as far as the trace has them.
    turns: usize,
    /// Of the other books.
    words: Vec<String>,
    steps: u64,
}

impl Course {
    fn follow(&mut self, sim: &mut Sim<'_>) -> anyhow::Result<()> {
        let mut chaos = Chaos::new(&self.world);
        let mut breath = chaos.until;
        let (mut aftermath, mut leaps) = (None, 0);
        loop {
            let stand = self.step(sim)?;
            chaos.act(sim, &self.world, &mut self.trace);
            let now = self.world.clock.since_start();
            let is_over = self.world.receipts.are_closed();
            let has_breathed = sim.elapsed() >= breath + BREATH / 2;
            if has_breathed && aftermath.is_some_and(|end| now >= end) {
                return Stand::of(&self.world).ends_well(&self.world.receipts.purchases());
            }
            if is_over && aftermath.is_none() && stand.is_none_or(|stand| stand.has_ended()) {
                aftermath = Stand::of(&self.world).has_ended().then(|| now + AFTERMATH);
            }
            ensure!(now < PATIENCE, "a purchase never ends");
            if sim.elapsed() >= breath + BREATH && !self.world.weather.is_bad() {
                breath = sim.elapsed();
                leaps += 1;
                let longest = if leaps < 20 { 20 } else { 180 };
                leap(&self.world, self.world.dice.millis(10_000..=longest * 60_000));
            }
        }
    }

    /// One tick of all hosts; then every law is looked at, where any book has changed.
    fn step(&mut self, sim: &mut Sim<'_>) -> anyhow::Result<Option<Stand>> {
        let before = self.world.revision();
        sim.step().map_err(|error| anyhow::anyhow!("a host ended: {error}"))?;
        self.steps += 1;
        self.world.clock.follow(sim.elapsed());
        if self.world.revision() == before {
            return Ok(None);
        }
        let stand = Stand::of(&self.world);
        self.write_down(sim.elapsed(), &stand);
        stand.hold()?;
        Ok(Some(stand))
    }

    fn write_down(&mut self, at: Duration, stand: &Stand) {
        for turn in self.world.memory.turns_from(self.turns) {
            self.turns += 1;
            let line = format!(
                "{} v{} e{} {} -> {} by {}",
                turn.booking, turn.version, turn.epoch, turn.from, turn.to, turn.cause
            );
            self.trace.note(at, &line);
        }
        let words = stand.words();
        for word in words.iter().filter(|word| !self.words.contains(word)) {
            self.trace.note(at, word);
        }
        self.words = words;
    }
}
