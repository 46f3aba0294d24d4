//! Visits every state, and says what it found.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Debug;
use std::hash::Hash;
use std::time::{Duration, Instant};

use stateright::report::{ReportData, ReportDiscovery, Reporter};
use stateright::{Checker, Expectation, HasDiscoveries, Model};

/// A model with states in which everything is settled.
pub trait Ends: Model {
    fn is_end(&self, state: &Self::State) -> bool;
}

/// What a search found against a model.
pub struct Findings {
    /// Promises that break, with the number of steps to the shortest way there.
    pub broken: Vec<String>,
    /// What should happen at times and never does: then the model proves nothing.
    pub unmet: Vec<&'static str>,
}

/// In which order states are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The shortest way to each comes first: what breaks a promise is told in the fewest steps.
    ShortestFirst,
    /// To the end of each way before the next: ten bytes a state, where the other order keeps a tenth of all whole.
    DeepestFirst,
}

/// Visits every state, or as many as it takes to break a promise. Prints the outcome.
pub fn check<M>(name: &str, model: &M, order: Order) -> Findings
where
    M: Model + Clone + Send + Sync + 'static,
    M::State: Debug + Hash + Send + Sync + Clone + PartialEq,
    M::Action: Debug + Clone + PartialEq,
{
    let started = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let builder = model.clone().checker().threads(threads).finish_when(HasDiscoveries::AnyFailures);
    match order {
        Order::ShortestFirst => report(name, started, model, &builder.spawn_bfs().join()),
        Order::DeepestFirst => {
            let mut progress = Progress { name, told: Duration::ZERO };
            report(name, started, model, &builder.spawn_dfs().join_and_report(&mut progress))
        }
    }
}

/// Says every minute how far a long search has come: where it is broken off, that is what it has shown.
struct Progress<'a> {
    name: &'a str,
    told: Duration,
}

impl<M: Model> Reporter<M> for Progress<'_> {
    fn report_checking(&mut self, search: ReportData) {
        if search.done || search.duration < self.told + Duration::from_mins(1) {
            return;
        }
        self.told = search.duration;
        let ReportData { unique_states, total_states, max_depth, .. } = search;
        println!(
            "{}: {unique_states} states, {total_states} visits, depth {max_depth}, {} s so far: nothing broken",
            self.name,
            search.duration.as_secs(),
        );
    }

    fn report_discoveries(&mut self, _: &M, _: BTreeMap<&'static str, ReportDiscovery<M>>) {
        // Told by `report`, for every order alike.
    }
}

fn report<M>(name: &str, started: Instant, model: &M, checker: &impl Checker<M>) -> Findings
where
    M: Model,
    M::State: Debug + Hash + Clone + PartialEq,
    M::Action: Debug + Clone + PartialEq,
{
    let found = checker.discoveries();
    let mut findings = Findings { broken: Vec::new(), unmet: Vec::new() };
    for property in model.properties() {
        match (property.expectation, found.get(property.name)) {
            (Expectation::Always, Some(path)) => {
                let steps = path.clone().into_actions().len();
                findings.broken.push(format!("{} ({steps} steps)", property.name));
            }
            (Expectation::Sometimes, None) => findings.unmet.push(property.name),
            _ => {}
        }
    }
    println!(
        "{name}: {} states, {} visits, depth {}, {:.1} s: {}",
        checker.unique_state_count(),
        checker.state_count(),
        checker.max_depth(),
        started.elapsed().as_secs_f64(),
        if findings.broken.is_empty() {
            "holds".to_owned()
        } else {
            format!("breaks {}", findings.broken.join(", "))
        },
    );
    findings
}

/// How many states have no way to an end. Prints it, with an example.
pub fn count_stuck<M>(name: &str, model: &M) -> usize
where
    M: Ends,
    M::State: Debug + Hash + Eq + Clone,
{
    let started = Instant::now();
    let graph = Graph::of(model);
    let stuck = graph.without_way_to(|state| model.is_end(state));
    if let Some(example) = stuck.first() {
        println!("  stuck: {example:?}");
    }
    println!(
        "{name}: {} of {} states have no way to an end, {:.1} s",
        stuck.len(),
        graph.states.len(),
        started.elapsed().as_secs_f64(),
    );
    stuck.len()
}

/// All states, and for each those from which one step leads to it.
struct Graph<S> {
    states: Vec<S>,
    came_from: Vec<Vec<u32>>,
}

impl<S: Clone + Eq + Hash> Graph<S> {
    fn of<M: Model<State = S>>(model: &M) -> Self {
        let mut graph = Self { states: Vec::new(), came_from: Vec::new() };
        let mut numbers = HashMap::new();
        let mut queue = VecDeque::new();
        for state in model.init_states() {
            queue.push_back(graph.number(&mut numbers, state).0);
        }
        let mut actions = Vec::new();
        while let Some(from) = queue.pop_front() {
            let state = graph.states[from as usize].clone();
            actions.clear();
            model.actions(&state, &mut actions);
            for action in actions.drain(..) {
                let Some(next) = model.next_state(&state, action) else { continue };
                let (to, is_new) = graph.number(&mut numbers, next);
                graph.came_from[to as usize].push(from);
                if is_new {
                    queue.push_back(to);
                }
            }
        }
        graph
    }

    fn number(&mut self, numbers: &mut HashMap<S, u32>, state: S) -> (u32, bool) {
        if let Some(number) = numbers.get(&state) {
            return (*number, false);
        }
        let number = u32::try_from(self.states.len()).expect("more states than memory holds");
        numbers.insert(state.clone(), number);
        self.states.push(state);
        self.came_from.push(Vec::new());
        (number, true)
    }

    fn without_way_to(&self, is_end: impl Fn(&S) -> bool) -> Vec<&S> {
        let mut reaches: Vec<bool> = self.states.iter().map(is_end).collect();
        let mut queue: VecDeque<usize> = (0..reaches.len()).filter(|&it| reaches[it]).collect();
        while let Some(to) = queue.pop_front() {
            for &from in &self.came_from[to] {
                if !std::mem::replace(&mut reaches[from as usize], true) {
                    queue.push_back(from as usize);
                }
            }
        }
        self.states.iter().zip(reaches).filter_map(|(state, reaches)| (!reaches).then_some(state)).collect()
    }
}
