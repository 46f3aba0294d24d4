//! One run: the hosts, the steps, and the look at all books after each.

use std::sync::Arc;
use std::time::Duration;

use anyhow::ensure;
use sandbox::Announcements;
use tokio::sync::Mutex;
use turmoil::{Builder, Sim};

use crate::chaos::{Chaos, leap};
use crate::clock::SimClock;
use crate::dice::Dice;
use crate::faults;
use crate::hosts::{
    AIRLINE, BANK, BRAND, COURIER, GATEWAYS, IDENTITY, OFFERS, PAYMENTS, REPLICAS, SHOP, booking, brand,
    courier, gateway, identity, offers, payments, providers, shop,
};
use crate::invariants::Snapshot;
use crate::memory_bookings::MemoryBookings;
use crate::memory_payments::MemoryPayments;
use crate::mutant::Mutant;
use crate::receipts::Receipts;
use crate::trace::Trace;
use crate::undelivered::Undelivered;
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
    /// Bookings that failed because the airline had withdrawn a bag.
    pub lost_bags: usize,
    /// The law that broke, and what was seen last.
    pub broken: Option<(String, Vec<String>)>,
}

/// Runs a seed to its end, or to the first law that breaks.
pub fn run(seed: u64, mutant: Option<Mutant>, shown: bool) -> anyhow::Result<Report> {
    let dice = Dice::new(seed);
    let (providers, announcements) = faults::providers(&dice)?;
    let world = World {
        clock: SimClock::new(),
        weather: Arc::default(),
        memory: MemoryBookings::mutated(mutant),
        memory_payments: MemoryPayments::default(),
        receipts: Receipts::default(),
        undelivered: Undelivered::default(),
        providers,
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
    populate(&mut sim, &world, announcements);
    let mut course = Course {
        world,
        trace: Trace::new(shown),
        turns: 0,
        moves: 0,
        words: Vec::new(),
        open: Vec::new(),
        steps: 0,
    };
    let broken = course.follow(&mut sim).err();
    Ok(Report {
        digest: course.trace.digest(),
        simulated: course.world.clock.since_start(),
        steps: course.steps,
        purchases: course.world.receipts.purchases().len(),
        lost_bags: Snapshot::of(&course.world).lost_bags(),
        broken: broken.map(|error| (format!("{error:#}"), course.trace.tail(40).to_vec())),
    })
}

fn populate(sim: &mut Sim<'_>, world: &World, announcements: Announcements) {
    let handed = Arc::new(Mutex::new(announcements));
    let (airline, bank) = (world.clone(), world.providers.clone());
    sim.host(AIRLINE, move || providers::run_airline(airline.clone()));
    sim.host(BANK, move || providers::run_bank(bank.clone()));
    let clock = world.clock.clone();
    sim.host(OFFERS, move || offers::run(clock.clone()));
    for replica in PAYMENTS {
        let world = world.clone();
        sim.host(replica, move || payments::run(world.clone()));
    }
    for replica in REPLICAS {
        let world = world.clone();
        sim.host(replica, move || booking::run(world.clone()));
    }
    for replica in GATEWAYS {
        let world = world.clone();
        sim.host(replica, move || gateway::run(world.clone()));
    }
    sim.host(IDENTITY, identity::run);
    sim.host(BRAND, brand::run);
    let (carried, sold) = (world.clone(), world.clone());
    sim.host(COURIER, move || courier::run(carried.clone(), handed.clone()));
    sim.host(SHOP, move || shop::run(sold.clone()));
}

/// The way of a run.
struct Course {
    world: World,
    trace: Trace,
    /// Of the bookings, as far as the trace has them.
    turns: usize,
    /// Of the payments, likewise.
    moves: usize,
    /// Of the other books.
    words: Vec<String>,
    /// What has not come to its end.
    open: Vec<String>,
    steps: u64,
}

impl Course {
    fn follow(&mut self, sim: &mut Sim<'_>) -> anyhow::Result<()> {
        let mut chaos = Chaos::new(&self.world);
        let mut breath = chaos.until;
        let (mut aftermath, mut leaps) = (None, 0);
        loop {
            self.step(sim)?;
            chaos.act(sim, &self.world, &mut self.trace);
            let now = self.world.clock.since_start();
            let is_over = self.world.receipts.are_closed() && self.world.undelivered.is_empty();
            let has_breathed = sim.elapsed() >= breath + BREATH / 2;
            if has_breathed && is_over && aftermath.is_some_and(|end| now >= end) {
                return Snapshot::of(&self.world).ends_well(&self.world.receipts.purchases());
            }
            if is_over && aftermath.is_none() && self.open.is_empty() {
                aftermath = Some(now + AFTERMATH);
            }
            ensure!(now < PATIENCE, "a purchase never ends: {}", self.open.join(", "));
            if sim.elapsed() >= breath + BREATH && !self.world.weather.is_bad() {
                breath = sim.elapsed();
                leaps += 1;
                let longest = if leaps < 20 { 20 } else { 180 };
                leap(&self.world, self.world.dice.millis(10_000..=longest * 60_000));
            }
        }
    }

    /// One tick of all hosts; then every law is looked at, where any book has changed.
    fn step(&mut self, sim: &mut Sim<'_>) -> anyhow::Result<()> {
        let before = self.world.revision();
        sim.step().map_err(|error| anyhow::anyhow!("a host ended: {error}"))?;
        self.steps += 1;
        self.world.clock.follow(sim.elapsed());
        if self.world.revision() == before {
            return Ok(());
        }
        let snapshot = Snapshot::of(&self.world);
        self.write_down(sim.elapsed(), &snapshot);
        self.open = snapshot.open();
        snapshot.hold()
    }

    fn write_down(&mut self, at: Duration, snapshot: &Snapshot) {
        for turn in self.world.memory.turns_from(self.turns) {
            self.turns += 1;
            let line = format!(
                "{} v{} e{} {} -> {} by {}",
                turn.booking, turn.version, turn.epoch, turn.from, turn.to, turn.cause
            );
            self.trace.note(at, &line);
        }
        for it in self.world.memory_payments.moves_from(self.moves) {
            self.moves += 1;
            let line =
                format!("{} v{} {} -> {} by {}", it.payment, it.version, it.from, it.to, it.cause.as_str());
            self.trace.note(at, &line);
        }
        let words = snapshot.words();
        for word in words.iter().filter(|word| !self.words.contains(word)) {
            self.trace.note(at, word);
        }
        self.words = words;
    }
}
