//! Runs seeds, each in a process of its own, and says which law broke where.
//!
//! In such a process the machine's clock and randomness are the simulation's: the same seed is the same run.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Child, Command, ExitCode, Stdio};

use anyhow::{Context, ensure};
use clap::{Parser, ValueEnum};
use mad_turmoil::rand::set_rng;
use mad_turmoil::time::SimClocksGuard;
use rand::SeedableRng;
use rand::rngs::StdRng;
use simulation::{Mutant, run};

/// Purchases in a simulated world.
#[derive(Parser)]
struct Arguments {
    /// How many seeds
    #[arg(default_value_t = 20)]
    seeds: u64,
    /// The first of them
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// Every seed a second time, which must give the same digest
    #[arg(long)]
    twice: bool,
    /// Wrong designs, each of which some seed must find out
    #[arg(long)]
    mutants: bool,
    /// This seed alone, in this very process, with its trace
    #[arg(long)]
    seed: Option<u64>,
    /// This wrong design alone
    #[arg(long, value_enum)]
    mutant: Option<Mutant>,
    /// Of `--seed`: without its trace
    #[arg(long)]
    quiet: bool,
    /// How many processes at once
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    if let Some(seed) = arguments.seed {
        return one(seed, arguments.mutant, !arguments.quiet);
    }
    if arguments.mutants {
        return find_out(&arguments).map(|()| ExitCode::SUCCESS);
    }
    let failed = all(&arguments)?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Must be the first run of its process: clock and randomness are taken over once.
fn one(seed: u64, mutant: Option<Mutant>, shown: bool) -> anyhow::Result<ExitCode> {
    log_as_asked()?;
    set_rng(StdRng::seed_from_u64(seed));
    let _clocks = SimClocksGuard::init();
    let report = run(seed, mutant, shown)?;
    let mut out = std::io::stdout();
    writeln!(
        out,
        "seed {seed} digest {} steps {} simulated {} s purchases {} lost_bags {}",
        report.digest,
        report.steps,
        report.simulated.as_secs(),
        report.purchases,
        report.lost_bags
    )?;
    let Some((law, tail)) = report.broken else { return Ok(ExitCode::SUCCESS) };
    if !shown {
        tail.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    writeln!(out, "BROKEN by seed {seed}: {law}")?;
    Ok(ExitCode::FAILURE)
}

/// On a thread of its own, before the randomness is the seed's: what this draws must not shift the run.
fn log_as_asked() -> anyhow::Result<()> {
    if std::env::var_os("RUST_LOG").is_none() {
        return Ok(());
    }
    let filter = || tracing_subscriber::EnvFilter::from_default_env();
    let begun = std::thread::spawn(move || tracing_subscriber::fmt().with_env_filter(filter()).init());
    begun.join().map_err(|_| anyhow::anyhow!("no log can be written"))
}

/// A process for a seed.
struct Run {
    seed: u64,
    child: Child,
}

impl Run {
    fn start(seed: u64, mutant: Option<Mutant>) -> anyhow::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--quiet", "--seed", &seed.to_string()]);
        if let Some(name) = mutant.and_then(|mutant| mutant.to_possible_value()) {
            command.args(["--mutant", name.get_name()]);
        }
        let child = command.stdout(Stdio::piped()).spawn().context("starting a run")?;
        Ok(Self { seed, child })
    }

    /// Whether every law held, and what was printed.
    fn end(self) -> anyhow::Result<(u64, bool, String)> {
        let output = self.child.wait_with_output()?;
        Ok((self.seed, output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned()))
    }
}

/// Seeds in their order, some at once.
fn each(
    arguments: &Arguments,
    mutant: Option<Mutant>,
    mut heard: impl FnMut(u64, bool, String) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let mut running = std::collections::VecDeque::new();
    let mut seeds = arguments.from..arguments.from + arguments.seeds;
    loop {
        while running.len() < arguments.jobs.max(1) {
            let Some(seed) = seeds.next() else { break };
            running.push_back(Run::start(seed, mutant)?);
        }
        let Some(first) = running.pop_front() else { return Ok(()) };
        let (seed, held, text) = first.end()?;
        if !heard(seed, held, text)? {
            // What else runs comes to its own end.
            return running.into_iter().try_for_each(|run: Run| run.end().map(drop));
        }
    }
}

/// How many seeds broke a law, or gave another run the second time.
fn all(arguments: &Arguments) -> anyhow::Result<u64> {
    let (mut failed, mut digests) = (0, Vec::new());
    let mut out = std::io::stdout();
    each(arguments, None, |_, held, text| {
        failed += u64::from(!held);
        if !held {
            write!(out, "{text}")?;
        }
        digests.push(first_line(&text));
        Ok(true)
    })?;
    let mut same = 0;
    if arguments.twice {
        let mut first = digests.iter();
        each(arguments, None, |seed, _, text| {
            let is_same = first.next() == Some(&first_line(&text));
            same += u64::from(is_same);
            if !is_same {
                failed += 1;
                writeln!(out, "seed {seed} is another run the second time")?;
            }
            Ok(true)
        })?;
    }
    let purchases: u64 = digests.iter().filter_map(|line| number(line, "purchases")).sum();
    let simulated: u64 = digests.iter().filter_map(|line| number(line, "simulated")).sum();
    let steps: u64 = digests.iter().filter_map(|line| number(line, "steps")).sum();
    let lost_bags: u64 = digests.iter().filter_map(|line| number(line, "lost_bags")).sum();
    let of_each = digests.iter().filter_map(|line| line.split_whitespace().nth(3));
    let different = of_each.collect::<BTreeSet<_>>().len();
    let seeds = arguments.seeds;
    writeln!(
        out,
        "{seeds} seeds, {purchases} purchases, {lost_bags} that a withdrawn bag ended, {steps} steps, {simulated} s \
         simulated, {different} different runs: {failed} failed"
    )?;
    if arguments.twice {
        writeln!(out, "{same} of {seeds} seeds ran the same way twice")?;
    }
    Ok(failed)
}

/// Each wrong design must be found out by one of the seeds.
fn find_out(arguments: &Arguments) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    let only = arguments.mutant;
    for mutant in Mutant::value_variants().iter().filter(|it| only.is_none_or(|only| only == **it)) {
        let mut found = None;
        each(arguments, Some(*mutant), |seed, held, text| {
            if !held && found.is_none() {
                found = Some((seed, text.lines().last().unwrap_or_default().to_owned()));
            }
            Ok(found.is_none())
        })?;
        ensure!(found.is_some(), "{mutant:?} passes all {} seeds", arguments.seeds);
        let (seed, law) = found.unwrap_or_default();
        writeln!(out, "{mutant:?} is found out by seed {seed}: {law}")?;
    }
    Ok(())
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

fn number(line: &str, name: &str) -> Option<u64> {
    line.split_whitespace().skip_while(|word| *word != name).nth(1)?.parse().ok()
}
