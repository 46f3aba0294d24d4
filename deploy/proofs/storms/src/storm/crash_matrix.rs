//! A program is stopped at each point, and there it is killed, or what it talks to; or another worker takes its booking
//! over. Every purchase ends as it would have, and its traveller is told so.

use std::time::Duration;

use anyhow::{Context, bail, ensure};
use serde_json::json;
use tokio::time::Instant;
use uuid::Uuid;

use super::crash_points::{At, Point, Way, points};
use super::faults::End;
use super::overtaking::overtake;
use crate::books::{Books, mails_waiting};
use crate::day;
use crate::fleet::{Fleet, GATEWAY, NATS, POSTGRES, SANDBOX};
use crate::report::Report;
use crate::sandbox;
use crate::shop::Shop;
use crate::shopper::{Shopper, Told};
use crate::until::until;

const FINISHES: Duration = Duration::from_secs(240);
/// A purchase comes by its point within this.
const COMES_BY: Duration = Duration::from_secs(90);

/// Which part of the matrix is wanted.
#[derive(Debug, clap::Args)]
pub struct Part {
    /// Whom the crash matrix strikes; without it everybody, one after the other.
    #[arg(long = "victim", value_enum)]
    victims: Vec<Victim>,
    /// Points of the crash matrix whose names hold this.
    #[arg(long, default_value = "")]
    point: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Victim {
    /// The program that is stopped.
    Itself,
    Postgres,
    NatsServer,
    Sandbox,
    Gateway,
    /// The lease of the booking runs out: another worker has it when this one goes on.
    Lease,
}

impl Part {
    /// Victim by victim.
    fn cases(&self) -> impl Iterator<Item = Case> {
        use Victim::{Gateway, Itself, Lease, NatsServer, Postgres, Sandbox};
        let everybody = vec![Itself, Postgres, NatsServer, Sandbox, Gateway, Lease];
        let victims = if self.victims.is_empty() { everybody } else { self.victims.clone() };
        victims.into_iter().flat_map(|victim| {
            let fitting = points().into_iter().filter(move |it| victim != Lease || it.is_leased());
            let wanted = fitting.filter(|it| it.to_string().contains(&self.point));
            wanted.map(move |point| Case { point, victim })
        })
    }
}

pub async fn run(fleet: &mut Fleet, n: usize, part: &Part, report: &mut Report) -> anyhow::Result<()> {
    ensure!(cfg!(debug_assertions), "release builds have no points");
    let shop = Shop::open(fleet)?;
    // So that the broker has something to forget.
    let Told::Confirmed(first) = shop.shopper().buy(shop.trips.next()).await? else {
        bail!("the first purchase was refused")
    };
    let (mut confirmed, mut held, mut ran, mut refused) = (vec![first], Vec::new(), 0, 0);
    for case in part.cases().take(n) {
        let (name, began) = (case.name(), Instant::now());
        let told = case.run(fleet, &shop).await;
        eprintln!("{name}: {} ms", began.elapsed().as_millis());
        ran += 1;
        match told {
            Ok(Told::Confirmed(id)) if case.end() == End::Ticketed => confirmed.push(id),
            Ok(Told::Confirmed(id)) if case.end() == End::HeldForADay => held.push(id),
            Ok(Told::Refused(_)) if case.end() == End::Failed => {}
            Ok(Told::Refused(code)) if case.may_be_refused() && has_failed(&code) => refused += 1,
            Ok(told) => report.miss(format!("{name}: {told:?}, not {:?}", case.end())),
            Err(error) => report.miss(format!("{name}: {error:#}")),
        }
    }
    report.row("cases", ran);
    report.row("orders that never got to an airline that was away", refused);
    fleet.check_alive()?;
    day::still_held(fleet, &held, report).await;
    day::passes(&fleet.database(), &held).await?;
    day::all_is_due(&fleet.database()).await?;
    let books = Books::finished(fleet, FINISHES).await?;
    until("every mail is sent", FINISHES, async || mails_waiting(&fleet.database()).await).await?;
    books.tell(&confirmed, report);
    Ok(())
}

/// Said by the answer to the submit, or by the booking that the traveller reads.
fn has_failed(code: &str) -> bool {
    ["BOOKING_FAILED", "failed"].contains(&code)
}

struct Case {
    point: Point,
    victim: Victim,
}

impl Case {
    fn name(&self) -> String {
        format!("{} x {:?}", self.point, self.victim)
    }

    /// A victim that takes an order along that was to be sent leaves a doubt: nobody can know that it was not.
    fn end(&self) -> End {
        match (self.point.at.to_string().as_str(), self.victim) {
            ("booking.PlaceOrder.post_intent", Victim::Itself)
            | ("duffel.orders.create.before", Victim::Sandbox) => End::HeldForADay,
            _ => self.point.end,
        }
    }

    /// An order that is sent while the airline is away never gets there, and the purchase ends with that. Which orders
    /// are is chance where the point does not stop the purchase itself.
    fn may_be_refused(&self) -> bool {
        self.victim == Victim::Sandbox && !self.point.is_leased()
    }

    /// One purchase that is stopped at the point, and goes on when the victim has died and is back.
    async fn run(&self, fleet: &mut Fleet, shop: &Shop) -> anyhow::Result<Told> {
        self.arm(fleet).await?;
        let shopper = match self.point.way {
            Way::PassesTheBank => shop.asked_shopper(),
            Way::Buys | Way::Cancels | Way::BuysAfterBrokerLoss => shop.shopper(),
        };
        if self.point.is_beside_the_purchase() {
            // The victim would die over whichever step the purchase has come to, and the end would be chance.
            let told = self.buy(&shopper, shop).await;
            return self.strike(fleet).await.and(told);
        }
        let (told, struck) = tokio::join!(self.buy(&shopper, shop), self.strike(fleet));
        struck.and(told)
    }

    async fn buy(&self, shopper: &Shopper, shop: &Shop) -> anyhow::Result<Told> {
        if self.end() == End::HeldForADay {
            let (order, _payment) = shopper.prepare(shop.trips.next()).await?;
            let answer = shopper.submit(&order, &Uuid::now_v7().to_string()).await?;
            shopper.meet_bank(&answer).await?;
            return Ok(Told::Confirmed(answer.booking().context("a booking that waits")?));
        }
        let told = shopper.buy(shop.trips.next()).await?;
        if let (Way::Cancels, Told::Confirmed(id)) = (self.point.way, &told) {
            shopper.cancel(*id).await?;
        }
        Ok(told)
    }

    async fn arm(&self, fleet: &mut Fleet) -> anyhow::Result<()> {
        // What a case before this one left.
        sandbox::calm(&fleet.sandbox()).await?;
        if let Some((on, effect)) = &self.point.fault {
            sandbox::plan(&fleet.sandbox(), &json!({ "on": on, "times": 1, "effect": effect })).await?;
        }
        match &self.point.at {
            At::Failpoint(name) => std::fs::write(fleet.failpoints().join(name), "")?,
            At::Call(operation, phase) => {
                let wait = json!({ "kind": "wait", "phase": phase });
                sandbox::plan(&fleet.sandbox(), &json!({ "on": operation, "times": 1, "effect": wait }))
                    .await?;
            }
        }
        if self.point.way == Way::BuysAfterBrokerLoss {
            fleet.kill(NATS).await?;
            fleet.forget_events()?;
            fleet.revive(NATS).await?;
        }
        Ok(())
    }

    async fn strike(&self, fleet: &mut Fleet) -> anyhow::Result<()> {
        let began = Instant::now();
        let reached = until("the point is reached", COMES_BY, async || {
            self.bring_by(fleet, began).await.map_err(|error| error.to_string())?;
            self.stopped(fleet).await
        });
        match reached.await {
            Ok(program) => {
                if self.point.is_of_the_answer() && self.victim == Victim::Itself {
                    // Or it would die over whichever step its worker has come to, and the end would be chance.
                    day::latest_rests(&fleet.database()).await?;
                }
                let struck = self.kill(fleet, &program).await;
                self.let_go(fleet).await?;
                struck
            }
            Err(nobody) => {
                self.disarm(fleet).await?;
                Err(nobody)
            }
        }
    }

    /// Makes payments due for the finisher: whether one is due by itself would be chance.
    async fn bring_by(&self, fleet: &Fleet, began: Instant) -> anyhow::Result<()> {
        if !self.point.is_of_the_finisher() {
            return Ok(());
        }
        day::payments_are_due(&fleet.database(), began.elapsed()).await
    }

    /// Kills the victim while that program stands, and starts it again.
    async fn kill(&self, fleet: &mut Fleet, program: &str) -> anyhow::Result<()> {
        let killed = match self.victim {
            Victim::Itself => fleet.name_of(program)?,
            Victim::Postgres => POSTGRES,
            Victim::NatsServer => NATS,
            Victim::Sandbox => SANDBOX,
            Victim::Gateway => GATEWAY,
            Victim::Lease => return overtake(&fleet.database()).await,
        };
        fleet.kill(killed).await?;
        fleet.revive(killed).await
    }

    /// The program that stands at the point.
    async fn stopped(&self, fleet: &Fleet) -> Result<String, String> {
        let nobody = || "nobody has come by".to_owned();
        match &self.point.at {
            At::Failpoint(name) => {
                let hit = std::fs::read_to_string(fleet.failpoints().join(format!("{name}.hit")));
                hit.ok().filter(|program| !program.is_empty()).ok_or_else(nobody)
            }
            At::Call(operation, _) => {
                let waiting = sandbox::waiting(&fleet.sandbox()).await.map_err(|error| error.to_string())?;
                let caller = if operation.starts_with("stripe.") { "svc-payments" } else { "svc-booking" };
                waiting.iter().any(|it| it == operation).then(|| caller.to_owned()).ok_or_else(nobody)
            }
        }
    }

    async fn let_go(&self, fleet: &Fleet) -> anyhow::Result<()> {
        match &self.point.at {
            At::Failpoint(name) => Ok(std::fs::remove_file(fleet.failpoints().join(format!("{name}.hit")))?),
            At::Call(..) => sandbox::let_go_on(&fleet.sandbox()).await,
        }
    }

    async fn disarm(&self, fleet: &Fleet) -> anyhow::Result<()> {
        match &self.point.at {
            At::Failpoint(name) => Ok(std::fs::remove_file(fleet.failpoints().join(name))?),
            At::Call(..) => sandbox::calm(&fleet.sandbox()).await,
        }
    }
}
