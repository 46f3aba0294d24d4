//! Memory in use, as /proc has it (proc(5)).

use std::collections::BTreeMap;

use anyhow::Context;

use crate::cpu::of_all;

/// MiB by process.
pub type Memory = BTreeMap<&'static str, u64>;

/// KiB in memory: a process' own, pages of files, and pages that processes share.
#[derive(Debug, PartialEq, Eq)]
struct Status {
    parent: u32,
    own: u64,
    of_files: u64,
    shared: u64,
}

impl Status {
    /// Nothing for a process that has no memory: a thread of the kernel, or one that has ended.
    fn parse(text: &str) -> Option<Self> {
        let field = |name: &str| {
            let value = text.lines().find_map(|line| line.strip_prefix(name))?;
            value.trim().trim_end_matches(" kB").parse::<u64>().ok()
        };
        Some(Self {
            parent: u32::try_from(field("PPid:")?).ok()?,
            own: field("RssAnon:")?,
            of_files: field("RssFile:")?,
            shared: field("RssShmem:")?,
        })
    }
}

/// What these processes have now, their children included.
pub fn of(processes: &[(&'static str, u32)]) -> anyhow::Result<Memory> {
    let all = of_all(|pid| Status::parse(&std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?))?;
    processes.iter().map(|(name, pid)| Ok((*name, kib_of_tree(&all, *pid).context(*name)? >> 10))).collect()
}

/// Postgres' processes share its buffers and its program, which count once: for as much as the one has that has most.
fn kib_of_tree(all: &BTreeMap<u32, Status>, pid: u32) -> anyhow::Result<u64> {
    let root = all.get(&pid).context("the process has ended")?;
    let tree = || all.values().filter(move |it| it.parent == pid).chain([root]);
    let most = |of: fn(&Status) -> u64| tree().map(of).max().unwrap_or_default();
    Ok(tree().map(|it| it.own).sum::<u64>() + most(|it| it.of_files) + most(|it| it.shared))
}

/// A line a process.
pub fn table(idle: &Memory, end: &Memory) -> String {
    let line = |(name, idle): (&&'static str, &u64)| {
        let end = end.get(name).map_or_else(|| "-".to_owned(), u64::to_string);
        format!("{name:<22}{idle:>10}{end:>10}\n")
    };
    let header = format!("{:<22}{:>10}{:>10}\n", "memory, MiB", "idle", "at the end");
    [header].into_iter().chain(idle.iter().map(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_and_one_without_memory_passed_over() {
        let text = "PPid:\t42\nVmRSS:\t  60 kB\nRssAnon:\t  10 kB\nRssFile:\t  20 kB\nRssShmem:\t  30 kB\n";

        assert_eq!(Status::parse(text), Some(Status { parent: 42, own: 10, of_files: 20, shared: 30 }));
        assert_eq!(Status::parse("Name:\tkthreadd\nPPid:\t0\n"), None);
    }

    #[test]
    fn what_children_share_with_their_parent_counts_once() {
        let status = |parent, own, of_files, shared| Status { parent, own, of_files, shared };
        let all = BTreeMap::from([
            (1, status(0, 900, 900, 900)),
            (42, status(1, 10, 5, 7)),
            (43, status(42, 3, 6, 100)),
            (44, status(42, 4, 1, 90)),
        ]);

        assert_eq!(kib_of_tree(&all, 42).unwrap(), 17 + 6 + 100);
        assert!(kib_of_tree(&all, 45).is_err());
    }

    #[test]
    fn a_process_has_a_line_with_what_it_had_idle_and_at_the_end() {
        let idle = Memory::from([("gateway", 30), ("svc-brand", 9)]);
        let told = table(&idle, &Memory::from([("gateway", 41)]));

        assert!(told.contains("gateway                       30        41\n"), "{told}");
        assert!(told.ends_with("svc-brand                      9         -\n"), "{told}");
    }
}
