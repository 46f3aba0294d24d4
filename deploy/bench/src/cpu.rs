//! CPU time, as /proc has it (proc(5)).

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, ensure};
use rustix::param::clock_ticks_per_second;

/// Names, and the processes that have them.
pub type Processes = Vec<(&'static str, u32)>;

/// Seconds by process, user and system time together.
pub type Spent = BTreeMap<&'static str, f64>;

/// Ticks.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    parent: u32,
    own: u32,
    of_ended_children: u32,
}

impl Stat {
    /// The name stands in parentheses, and may have blanks and parentheses in it.
    fn parse(text: &str) -> Option<Self> {
        let (_, fields) = text.rsplit_once(')')?;
        let fields: Vec<_> = fields.split_whitespace().collect();
        let number = |place: usize| fields.get(place)?.parse::<u32>().ok();
        Some(Self {
            parent: number(1)?,
            own: number(11)? + number(12)?,
            of_ended_children: number(13)? + number(14)?,
        })
    }

    fn read(file: impl AsRef<Path>) -> Option<Self> {
        Self::parse(&std::fs::read_to_string(file).ok()?)
    }
}

/// What these processes have spent so far, their children included: Postgres has one a connection.
pub fn spent(processes: &[(&'static str, u32)]) -> anyhow::Result<Spent> {
    let all = all()?;
    processes.iter().map(|(name, pid)| Ok((*name, seconds(of_tree(&all, *pid).context(*name)?)?))).collect()
}

/// What this thread has spent so far.
pub fn spent_by_this_thread() -> anyhow::Result<f64> {
    seconds(Stat::read("/proc/thread-self/stat").context("/proc/thread-self/stat")?.own)
}

/// What was spent since then.
pub fn since(before: &Spent, after: &Spent) -> Spent {
    after.iter().map(|(name, seconds)| (*name, seconds - before.get(name).unwrap_or(&0.0))).collect()
}

fn of_tree(all: &BTreeMap<u32, Stat>, pid: u32) -> anyhow::Result<u32> {
    let root = all.get(&pid).context("the process has ended")?;
    let children = all.values().filter(|it| it.parent == pid).map(|it| it.own).sum::<u32>();
    Ok(root.own + root.of_ended_children + children)
}

fn all() -> anyhow::Result<BTreeMap<u32, Stat>> {
    of_all(|pid| Stat::read(format!("/proc/{pid}/stat")))
}

/// What is read of each process. Those that end meanwhile are left out.
pub fn of_all<T>(read: impl Fn(u32) -> Option<T>) -> anyhow::Result<BTreeMap<u32, T>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        if let Some(found) = read(pid) {
            all.insert(pid, found);
        }
    }
    ensure!(!all.is_empty(), "/proc names no process");
    Ok(all)
}

fn seconds(ticks: u32) -> anyhow::Result<f64> {
    Ok(f64::from(ticks) / f64::from(u32::try_from(clock_ticks_per_second())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_whatever_its_name_is() {
        let text = "42 (a (b) c) S 7 42 42 0 -1 4194560 1 2 3 4 150 50 30 20 20 0 9 0 77 0 0";

        assert_eq!(Stat::parse(text), Some(Stat { parent: 7, own: 200, of_ended_children: 50 }));
        assert_eq!(Stat::parse("42 (cut off) S 7"), None);
    }

    #[test]
    fn children_count_with_their_parent_whether_they_have_ended_or_not() {
        let stat = |parent, own, of_ended_children| Stat { parent, own, of_ended_children };
        let all = BTreeMap::from([(1, stat(0, 900, 0)), (42, stat(1, 10, 5)), (43, stat(42, 7, 0))]);

        assert_eq!(of_tree(&all, 42).unwrap(), 22);
        assert!(of_tree(&all, 44).is_err());
    }

    #[test]
    fn what_is_spent_later_is_told_by_process() {
        let spent = since(&Spent::from([("gateway", 1.0)]), &Spent::from([("gateway", 1.5), ("new", 0.5)]));

        assert_eq!(spent, Spent::from([("gateway", 0.5), ("new", 0.5)]));
    }
}
