//! What goes wrong between and with the hosts, by the dice; and its mending.

use std::time::Duration;

use turmoil::Sim;

use crate::clock::millis;
use crate::hosts::{AIRLINE, BANK, BRAND, COURIER, GATEWAYS, IDENTITY, OFFERS, PAYMENTS, REPLICAS, SHOP};
use crate::trace::Trace;
use crate::world::World;

/// Where a break leaves money or an order in doubt.
const TO_PROVIDERS: [(&str, &str); 4] =
    [(REPLICAS[0], AIRLINE), (REPLICAS[1], AIRLINE), (PAYMENTS[0], BANK), (PAYMENTS[1], BANK)];
/// Of a hundred breaks, so many are there.
const TO_PROVIDERS_PERCENT: u32 = 40;
/// The others that talk to each other.
const LINKS: [(&str, &str); 28] = [
    (SHOP, BANK),
    (SHOP, GATEWAYS[0]),
    (SHOP, GATEWAYS[1]),
    (GATEWAYS[0], IDENTITY),
    (GATEWAYS[1], IDENTITY),
    (GATEWAYS[0], BRAND),
    (GATEWAYS[1], BRAND),
    (GATEWAYS[0], OFFERS),
    (GATEWAYS[1], OFFERS),
    (GATEWAYS[0], PAYMENTS[0]),
    (GATEWAYS[0], PAYMENTS[1]),
    (GATEWAYS[1], PAYMENTS[0]),
    (GATEWAYS[1], PAYMENTS[1]),
    (GATEWAYS[0], REPLICAS[0]),
    (GATEWAYS[0], REPLICAS[1]),
    (GATEWAYS[1], REPLICAS[0]),
    (GATEWAYS[1], REPLICAS[1]),
    (REPLICAS[0], PAYMENTS[0]),
    (REPLICAS[0], PAYMENTS[1]),
    (REPLICAS[1], PAYMENTS[0]),
    (REPLICAS[1], PAYMENTS[1]),
    (REPLICAS[0], OFFERS),
    (REPLICAS[1], OFFERS),
    (OFFERS, AIRLINE),
    (PAYMENTS[0], OFFERS),
    (PAYMENTS[1], OFFERS),
    (COURIER, REPLICAS[1]),
    (COURIER, PAYMENTS[0]),
];
/// Hosts that die.
const MORTALS: [&str; 9] =
    [GATEWAYS[0], GATEWAYS[1], REPLICAS[0], REPLICAS[1], OFFERS, PAYMENTS[0], PAYMENTS[1], IDENTITY, BRAND];

/// Something that went wrong, as it is put right again.
#[derive(Debug, Clone, Copy)]
enum Mending {
    Repair(&'static str, &'static str),
    Release(&'static str, &'static str),
    Bounce(&'static str),
}

pub struct Chaos {
    /// When the weather clears up.
    pub until: Duration,
    next: Duration,
    mendings: Vec<(Duration, Mending)>,
}

impl Chaos {
    pub fn new(world: &World) -> Self {
        Self { until: world.dice.millis(40_000..=120_000), next: Duration::ZERO, mendings: Vec::new() }
    }

    /// Does what is due.
    pub fn act(&mut self, sim: &mut Sim<'_>, world: &World, trace: &mut Trace) {
        let now = sim.elapsed();
        self.mend(sim, now, trace);
        if !world.weather.is_bad() || now < self.next {
            return;
        }
        if now >= self.until {
            self.mend(sim, Duration::MAX, trace);
            world.weather.clear_up();
            trace.note(now, "the weather clears up");
            return;
        }
        self.next = now + world.dice.millis(200..=9_000);
        self.strike(sim, world, trace);
    }

    fn mend(&mut self, sim: &mut Sim<'_>, now: Duration, trace: &mut Trace) {
        let (due, later) = self.mendings.drain(..).partition(|(at, _)| *at <= now);
        self.mendings = later;
        for (_, mending) in due {
            trace.note(sim.elapsed(), &format!("{mending:?}"));
            match mending {
                Mending::Repair(one, other) => sim.repair(one, other),
                Mending::Release(one, other) => sim.release(one, other),
                Mending::Bounce(host) => sim.bounce(host),
            }
        }
    }

    fn strike(&mut self, sim: &mut Sim<'_>, world: &World, trace: &mut Trace) {
        let now = sim.elapsed();
        let dice = &world.dice;
        let links = if dice.percent(TO_PROVIDERS_PERCENT) { &TO_PROVIDERS[..] } else { &LINKS[..] };
        let (one, other) = *dice.pick(links);
        let end = now + dice.millis(100..=20_000);
        let what = match dice.below(100) {
            0..25 => {
                sim.partition(one, other);
                self.mendings.push((end, Mending::Repair(one, other)));
                format!("no way between {one} and {other}")
            }
            25..50 => {
                let (from, to) = if dice.percent(50) { (one, other) } else { (other, one) };
                sim.partition_oneway(from, to);
                self.mendings.push((end, Mending::Repair(one, other)));
                format!("no way from {from} to {to}")
            }
            50..62 => {
                sim.hold(one, other);
                self.mendings.push((end, Mending::Release(one, other)));
                format!("late between {one} and {other}")
            }
            62..82 => {
                let host = *dice.pick(&MORTALS);
                if sim.is_host_running(host) {
                    sim.crash(host);
                    self.mendings.push((end, Mending::Bounce(host)));
                }
                format!("{host} dies")
            }
            _ => {
                let by = dice.millis(1_000..=240_000);
                leap(world, by);
                format!("{} ms pass", by.as_millis())
            }
        };
        trace.note(now, &what);
    }
}

/// Everybody's clock moves on; nobody's timers do.
pub fn leap(world: &World, by: Duration) {
    world.clock.leap(by);
    world.providers.advance(millis(by));
}
