//! One booking, two workers: stale reads, lost, late and reordered requests and answers, takeovers and crashes.

use std::collections::BTreeSet;

use stateright::{Model, Property};
use svc_booking::domain::review;
use svc_booking::domain::saga::{Call, Effect, Event, Facts, Saga, State};

use crate::explore::Ends;
use crate::mutant::{Mutant, step_of};
use crate::world::{Happening, Hold, Order, TREATMENTS, World};

/// Messages under way at once; more are not explored.
const MESSAGES: usize = 4;
const WORKERS: [u8; 2] = [0, 1];

/// The row of the booking, its workers, what is under way between them and the providers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Snapshot {
    saga: Saga,
    epoch: u8,
    owner: Option<u8>,
    /// What became of the order, as a worker learnt it that had lost the booking.
    evidence: Option<Event>,
    workers: [Worker; 2],
    requests: BTreeSet<Message<Call>>,
    answers: BTreeSet<Message<Event>>,
    world: World,
    takeovers: u8,
    crashes: u8,
}

/// What a worker read, and what it waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Worker {
    saga: Saga,
    epoch: u8,
    waits_for: Option<Call>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Message<T> {
    worker: u8,
    epoch: u8,
    call: Call,
    content: T,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// A worker goes on from what it read. The offer may have been read moments ago; the cardholder may be late.
    Resume {
        worker: u8,
        quote_is_fresh: bool,
        holder_is_late: bool,
    },
    TakeOver(u8),
    Crash(u8),
    /// A worker waits no longer.
    TimeOut(u8),
    Deliver(Message<Call>, u8),
    LoseRequest(Message<Call>),
    LoseAnswer(Message<Event>),
    Receive(Message<Event>),
    Happen(Happening),
    /// An administrator decides, where the booking allows it, on what the airline tells them.
    Decide(review::ReviewAction),
}

/// The booking's saga within bounds.
#[derive(Debug, Clone, Copy)]
pub struct BookingModel {
    /// Takeovers from a worker that still runs.
    pub takeovers: u8,
    pub crashes: u8,
    pub mutant: Option<Mutant>,
}

impl Snapshot {
    fn new(hold: Hold) -> Self {
        let worker = Worker { saga: Saga::NEW, epoch: 0, waits_for: None };
        Self {
            saga: Saga::NEW,
            epoch: 0,
            owner: Some(0),
            evidence: None,
            workers: [worker; 2],
            requests: BTreeSet::new(),
            answers: BTreeSet::new(),
            world: World::new(hold),
            takeovers: 0,
            crashes: 0,
        }
    }

    fn worker(&mut self, worker: u8) -> &mut Worker {
        &mut self.workers[usize::from(worker)]
    }

    /// Gives the booking to a worker, which reads it.
    fn claim(&mut self, worker: u8) {
        self.takeovers += u8::from(self.owner.is_some());
        self.epoch += 1;
        self.owner = Some(worker);
        let read = Worker { saga: self.saga, epoch: self.epoch, waits_for: None };
        *self.worker(worker) = read;
    }

    /// What was learnt of the order is kept, even if another worker owns the booking now.
    fn keep_evidence(&mut self, answer: Message<Event>) {
        let proves_nothing = matches!(answer.content, Event::Unknown | Event::OrderTurnedAway);
        if answer.call == Call::PlaceOrder && !proves_nothing {
            self.evidence.get_or_insert(answer.content);
        }
    }

    /// What an administrator may truly decide. `anywhere`: whether or not the booking allows it.
    fn decisions(&self, anywhere: bool) -> Vec<review::ReviewAction> {
        let Saga { state, money_taken, .. } = self.saga;
        let allowed =
            review::allowed(review::Snapshot { state, stage: None, money_taken, refund_returned: false });
        let is_true = |action: &review::ReviewAction| match action {
            review::ReviewAction::NoOrder => {
                !self.world.denied && self.world.has_no_order(self.order_is_under_way())
            }
            review::ReviewAction::OrderIs => self.evidence.is_none() && self.world.order == Order::Live,
            _ => false,
        };
        let may = |action: &review::ReviewAction| anywhere || allowed.contains(action);
        review::ReviewAction::ALL.into_iter().filter(may).filter(is_true).collect()
    }

    fn order_is_under_way(&self) -> bool {
        self.requests.iter().any(|request| request.call == Call::PlaceOrder)
    }
}

impl BookingModel {
    /// Takes an arrow and stores it where the row still stands as the worker read it, and makes the call.
    fn advance(self, snapshot: &mut Snapshot, number: u8, event: Event) {
        let worker = *snapshot.worker(number);
        let read_is_true = worker.epoch == snapshot.epoch && worker.saga.state == snapshot.saga.state;
        let (saga, effects) = step_of(self.mutant, worker.saga, event);
        if !read_is_true && self.mutant != Some(Mutant::NoFence) {
            return;
        }
        snapshot.saga = saga;
        let call = effects.iter().find_map(|effect| match effect {
            Effect::Call(call) => Some(*call),
            Effect::AskLater | Effect::Tell => None,
        });
        *snapshot.worker(number) = Worker { saga, waits_for: call, ..worker };
        match (call, snapshot.evidence) {
            // Read from the database, before anybody is asked.
            (Some(Call::FindOrder), Some(known)) => {
                snapshot.answers.insert(Message {
                    worker: number,
                    epoch: worker.epoch,
                    call: Call::FindOrder,
                    content: known,
                });
            }
            (Some(call), _) => {
                snapshot.requests.insert(Message {
                    worker: number,
                    epoch: worker.epoch,
                    call,
                    content: call,
                });
            }
            (None, _) => {}
        }
    }

    fn worker_actions(self, snapshot: &Snapshot, number: u8, actions: &mut Vec<Action>) {
        let worker = snapshot.workers[usize::from(number)];
        let is_owner = snapshot.owner == Some(number);
        if !snapshot.saga.state.is_end() {
            if worker.waits_for.is_none() && (is_owner || self.mutant == Some(Mutant::NoFence)) {
                let resume = |quote_is_fresh, holder_is_late| Action::Resume {
                    worker: number,
                    quote_is_fresh,
                    holder_is_late,
                };
                actions.push(resume(false, false));
                match worker.saga.state {
                    State::Draft => actions.push(resume(true, false)),
                    State::Await3ds => actions.push(resume(false, true)),
                    _ => {}
                }
            }
            if !is_owner && (snapshot.owner.is_none() || snapshot.takeovers < self.takeovers) {
                actions.push(Action::TakeOver(number));
            }
        }
        if snapshot.crashes < self.crashes && (is_owner || worker.waits_for.is_some()) {
            actions.push(Action::Crash(number));
        }
        if worker.waits_for.is_some() {
            actions.push(Action::TimeOut(number));
        }
    }
}

impl Model for BookingModel {
    type State = Snapshot;
    type Action = Action;

    fn init_states(&self) -> Vec<Snapshot> {
        [Hold::Held, Hold::Misfit, Hold::Declined, Hold::Asked].map(Snapshot::new).to_vec()
    }

    fn actions(&self, snapshot: &Snapshot, actions: &mut Vec<Action>) {
        for number in WORKERS {
            self.worker_actions(snapshot, number, actions);
        }
        for &request in &snapshot.requests {
            actions.push(Action::LoseRequest(request));
            actions.extend((0..TREATMENTS).map(|treatment| Action::Deliver(request, treatment)));
        }
        for &answer in &snapshot.answers {
            actions.push(Action::LoseAnswer(answer));
            let worker = snapshot.workers[usize::from(answer.worker)];
            if worker.waits_for == Some(answer.call) && worker.epoch == answer.epoch {
                actions.push(Action::Receive(answer));
            }
        }
        let happenings = snapshot.world.happenings(snapshot.order_is_under_way());
        actions.extend(happenings.into_iter().map(Action::Happen));
        let decisions = snapshot.decisions(self.mutant == Some(Mutant::DecidedTooEarly));
        actions.extend(decisions.into_iter().map(Action::Decide));
    }

    fn next_state(&self, before: &Snapshot, action: Action) -> Option<Snapshot> {
        let mut snapshot = before.clone();
        match action {
            Action::Resume { worker, quote_is_fresh, holder_is_late } => {
                let may_dispatch = !snapshot.world.offer_expired && !snapshot.world.hold_expired;
                let facts = Facts { quote_is_fresh, may_dispatch, holder_is_late };
                self.advance(&mut snapshot, worker, Event::Resumed(facts));
            }
            Action::TakeOver(worker) => snapshot.claim(worker),
            Action::Crash(worker) => {
                snapshot.crashes += 1;
                snapshot.worker(worker).waits_for = None;
                snapshot.owner = snapshot.owner.filter(|owner| *owner != worker);
            }
            Action::TimeOut(worker) => {
                snapshot.worker(worker).waits_for = None;
                self.advance(&mut snapshot, worker, Event::Unknown);
            }
            Action::LoseRequest(request) => {
                snapshot.requests.remove(&request);
            }
            Action::LoseAnswer(answer) => {
                snapshot.answers.remove(&answer);
            }
            Action::Deliver(request, treatment) => {
                snapshot.requests.remove(&request);
                let content = snapshot.world.answer(request.call, treatment)?;
                let Message { worker, epoch, call, .. } = request;
                snapshot.answers.insert(Message { worker, epoch, call, content });
            }
            Action::Receive(answer) => {
                snapshot.answers.remove(&answer);
                snapshot.keep_evidence(answer);
                snapshot.worker(answer.worker).waits_for = None;
                self.advance(&mut snapshot, answer.worker, answer.content);
            }
            Action::Happen(happening) => snapshot.world.happen(happening),
            Action::Decide(review::ReviewAction::OrderIs) => snapshot.evidence = Some(Event::OrderKnown),
            Action::Decide(_) => snapshot.world.denied = true,
        }
        let messages = snapshot.requests.len() + snapshot.answers.len();
        (snapshot != *before && messages <= MESSAGES).then_some(snapshot)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("S1 at most one order", |_, it: &Snapshot| it.world.created <= 1),
            Property::always("S2 money is taken only for a live order", |_, it: &Snapshot| {
                it.world.hold != Hold::Captured || it.world.order == Order::Live
            }),
            Property::always("S3 ticketed means ordered and paid", |_, it: &Snapshot| {
                it.saga.state != State::Ticketed
                    || (it.world.hold == Hold::Captured && it.world.order == Order::Live)
            }),
            Property::always("S4 failed means no order and no money", |_, it: &Snapshot| {
                let kept = it.world.may_hold_money() || it.world.hold == Hold::Captured;
                it.saga.state != State::Failed || !(it.world.may_be_ordered() || kept)
            }),
            Property::always("S5 money never goes back while there may be an order", |_, it: &Snapshot| {
                let gone_back = matches!(it.world.hold, Hold::Released | Hold::PaidBack);
                !(gone_back && !it.world.hold_expired && it.world.may_be_ordered())
            }),
            Property::always(
                "S6 nothing is ordered before the money is bound and held",
                |_, it: &Snapshot| {
                    it.world.order == Order::None || (it.world.claimed && it.world.hold != Hold::Asked)
                },
            ),
            Property::sometimes("a booking is ticketed", |_, it: &Snapshot| it.saga.state == State::Ticketed),
            Property::sometimes("an order that can't be paid is cancelled", |_, it: &Snapshot| {
                it.saga.state == State::Failed && it.world.order == Order::Cancelled
            }),
            Property::sometimes("a cardholder who was asked is waited for", |_, it: &Snapshot| {
                it.saga.state == State::Await3ds && it.world.hold == Hold::Held
            }),
            Property::sometimes("an order that was turned away waits", |_, it: &Snapshot| {
                it.saga.turned_away
            }),
            Property::sometimes("an order in doubt is found", |_, it: &Snapshot| {
                it.saga.state == State::Ordered && it.world.visible
            }),
        ]
    }
}

impl Ends for BookingModel {
    fn is_end(&self, snapshot: &Snapshot) -> bool {
        snapshot.saga.state.is_end()
    }
}
