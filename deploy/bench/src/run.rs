//! A run: the system is started, each row measured in each round, the goals judged.

use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::value_parser;
use storms::fleet::Fleet;
use storms::shop::Shop;

use crate::bare::Bare;
use crate::cut_off::Booked;
use crate::goals::{self, Judged};
use crate::memory::Memory;
use crate::pgbench::Pgbench;
use crate::provider::Port;
use crate::results::Results;
use crate::rows::{self, Row, Search, Work};
use crate::{cut_off, hashes, history, idle, load, machine, memory, purchases, stream};

#[derive(Debug, clap::Args)]
pub struct RunArgs {
    /// Rounds, whose medians count.
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u8).range(1..))]
    rounds: u8,
    /// Length of each load.
    #[arg(long, default_value_t = 5, value_parser = value_parser!(u64).range(1..))]
    seconds: u64,
    /// Purchases in each round.
    #[arg(long, default_value_t = 50, value_parser = value_parser!(u32).range(1..))]
    purchases: u32,
    /// Seconds for which the system is watched while nobody asks anything.
    #[arg(long, default_value_t = 60, value_parser = value_parser!(u64).range(1..))]
    idle: u64,
    /// Add a line with the ratios to docs/performance.csv, and fail where one got worse.
    #[arg(long)]
    keep: bool,
}

/// Debug programs show that the bench works. What they cost says nothing, so they miss no goal.
const IS_OPTIMISED: bool = !cfg!(debug_assertions);
/// Rounds: the median of fewer lets one odd round decide.
const LEAST_KEPT: u8 = 3;

pub async fn run(args: &RunArgs) -> anyhow::Result<ExitCode> {
    ensure!(IS_OPTIMISED || !args.keep, "figures of debug programs are not kept");
    ensure!(args.rounds >= LEAST_KEPT || !args.keep, "fewer than {LEAST_KEPT} rounds are not kept");
    let kept = args.keep.then(history::read).transpose()?;
    println!("{} processors, {}", available_parallelism()?, machine::busyness().await?);
    let port = Port::open().await?;
    let mut fleet = Fleet::searching_at(&port.url()).await?;
    let measured = Box::pin(measure(&fleet, port, args)).await;
    let alive = fleet.check_alive();
    let is_well = measured.as_ref().is_ok_and(|measured| measured.cut_off.is_ok()) && alive.is_ok();
    let stopped = fleet.stop(!is_well).await;
    if let Ok(Some(logs)) = &stopped {
        println!("logs: {}", logs.display());
    }
    let measured = measured?;
    alive?;
    stopped?;
    let judged = goals::judge(&measured.results)?;
    tell(&measured, &judged);
    let worse = kept.map(|kept| history::append(&kept, &judged)).transpose()?.unwrap_or_default();
    tell_worse(&worse);
    let is_met = !IS_OPTIMISED || judged.iter().all(Judged::is_met);
    let is_good = is_met && worse.is_empty() && measured.cut_off.is_ok();
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What a run found.
struct Measured {
    results: Results,
    idle: Memory,
    end: Memory,
    cut_off: anyhow::Result<Booked>,
}

fn tell(measured: &Measured, judged: &[Judged]) {
    let Measured { results, idle, end, cut_off } = measured;
    println!("\n{results}\n{}\n{}", memory::table(idle, end), goals::header());
    for goal in judged {
        println!("{goal}");
    }
    match cut_off {
        Ok(booked) => println!("{booked}"),
        Err(error) => println!("{} clients cut off: {error:#}  MISSED", cut_off::CLIENTS),
    }
    if !IS_OPTIMISED {
        println!("debug programs: these figures say nothing");
    }
}

fn tell_worse(worse: &[String]) {
    for worse in worse {
        println!("WORSE  {worse}");
    }
    if !worse.is_empty() {
        println!("where the change is worth it, add this run's line to docs/performance.csv by hand");
    }
}

async fn measure(fleet: &Fleet, port: Port, args: &RunArgs) -> anyhow::Result<Measured> {
    let shop = Shop::open(fleet)?;
    let date = shop.trips.next().date.to_string();
    let answer = port.serve(fleet.sandbox(), &date).await?;
    let search = Search::prepare(fleet, &shop).await?;
    let bare = Bare::start(fleet.folder(), &search.page, &answer).await?;
    let rows = rows::all(fleet, &shop, &search, &bare).await?;
    let bench = Bench { fleet, shop, pgbench: Pgbench::prepare(fleet).await?, args };
    let (page, answer) = (search.page.len(), answer.len());
    println!("a page of {page} bytes, a provider's answer of {answer} bytes, {} rounds", args.rounds);
    purchases::warm_up(&bench.shop).await?;
    let mut results = Results::default();
    idle::measure(fleet, Duration::from_secs(args.idle), &mut results).await?;
    let idle = memory::of(&fleet.processes())?;
    for round in 1..=args.rounds {
        println!("round {round}: {}", machine::busyness().await?);
        for row in &rows {
            bench.measure(row, &mut results).await.context(row.name)?;
        }
    }
    let end = memory::of(&fleet.processes())?;
    bare.stop().await?;
    let cut_off = cut_off::check(fleet, &bench.shop).await;
    Ok(Measured { results, idle, end, cut_off })
}

struct Bench<'a> {
    fleet: &'a Fleet,
    shop: Shop,
    pgbench: Pgbench,
    args: &'a RunArgs,
}

impl Bench<'_> {
    async fn measure(&self, row: &Row, results: &mut Results) -> anyhow::Result<()> {
        let length = Duration::from_secs(self.args.seconds);
        let sample = match &row.work {
            Work::Calls(call, processes) => load::measure(call, processes, length).await?,
            Work::Streamed(searches) => {
                let first = stream::first_offers(&searches.next()).await?;
                results.add_figure(row.name, first.as_secs_f64());
                return Ok(());
            }
            Work::Purchases => {
                purchases::measure(&self.shop, &self.fleet.processes(), self.args.purchases).await?
            }
            Work::FiveStatements => self.pgbench.measure(length).await?,
            Work::Hashes => hashes::measure(length).await?,
        };
        results.add(row.name, sample);
        Ok(())
    }
}
