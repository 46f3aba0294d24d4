//! Room for connections: so many in all, and so many of one address.
//!
//! Where there is no room, a connection makes it on which only the peer can go on: the one that has been so longest.
//! Connections whose requests are all answered come last. One whose request is being answered is never closed for another.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};

use crate::shares::{Full, Share, Shares};

/// What a connection is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// It has not sent a whole request head yet.
    Silent,
    /// It has not sent the whole body of a request, and has no other request under way.
    BodyMissing,
    /// The gateway works at an answer.
    Busy,
    /// The peer has to take what there is of an answer.
    Sending,
    /// The peer has taken nothing for a while.
    Stalled,
    /// All its requests are answered.
    Idle,
    /// Another connection has its room: it has to go.
    Replaced,
}

impl Phase {
    fn makes_room(self) -> bool {
        matches!(self, Self::Silent | Self::BodyMissing | Self::Stalled | Self::Idle)
    }
}

/// What a request is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The peer, to send the rest of the body.
    BodyMissing,
    /// The gateway, to go on with the answer.
    Answering,
    /// The peer, to take the head of the answer or its last piece.
    Sending,
}

/// The connections that are open, and in which order they make room for others.
#[derive(Debug)]
pub(super) struct Slots {
    all: Arc<Semaphore>,
    addresses: Arc<Shares<IpAddr>>,
    held: Mutex<Held>,
    /// Notified when a connection begins to wait for its peer.
    waits: Notify,
}

/// One connection's room. Given back when dropped.
#[derive(Debug)]
pub(super) struct Slot {
    /// What the connection is doing.
    pub phase: watch::Receiver<Phase>,
    requests: Requests,
}

/// Begins requests of one connection.
#[derive(Debug, Clone)]
pub(super) struct Requests {
    id: u64,
    slots: Arc<Slots>,
}

/// A request under way. Dropped when its answer has been handed over.
#[derive(Debug)]
pub(super) struct OpenRequest(Progress);

/// Notes how far a request is. Notes nothing once the request has ended.
#[derive(Debug, Clone)]
pub(super) struct Progress {
    requests: Requests,
    number: u64,
}

#[derive(Debug, Default)]
struct Held {
    numbers: u64,
    connections: HashMap<u64, Connection>,
    /// Connections that make room, in this order.
    waiting: BTreeMap<Turn, u64>,
    /// The same, of each address.
    waiting_of: BTreeMap<(IpAddr, Turn), u64>,
}

#[derive(Debug)]
struct Connection {
    room: Room,
    address: Option<IpAddr>,
    has_asked: bool,
    is_stalled: bool,
    requests: HashMap<u64, Step>,
    turn: Turn,
    phase: watch::Sender<Phase>,
}

#[derive(Debug)]
struct Room {
    permit: OwnedSemaphorePermit,
    _share: Option<Share<IpAddr>>,
}

/// Compares by who makes room first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    is_idle: bool,
    /// Rises with what the connection has done last.
    last: u64,
}

impl Turn {
    const FIRST: Self = Self { is_idle: false, last: 0 };
    const LAST: Self = Self { is_idle: true, last: u64::MAX };
}

impl Slots {
    pub fn new(all: usize, of_address: usize) -> Arc<Self> {
        Arc::new(Self {
            all: Arc::new(Semaphore::new(all)),
            addresses: Shares::new(of_address),
            held: Mutex::default(),
            waits: Notify::new(),
        })
    }

    /// Room for one more connection. Waits while no connection makes room. `Full` where that is so of the connections of
    /// this address, which has its whole share; None stands for nobody in particular, who has no share.
    pub async fn take(self: &Arc<Self>, address: Option<IpAddr>) -> Result<Slot, Full> {
        let room = match self.addresses.take(address) {
            Ok(share) => Room { permit: self.permit().await, _share: share },
            Err(Full) => address.and_then(|address| self.held().replace_of(address)).ok_or(Full)?,
        };
        let (sender, phase) = watch::channel(Phase::Silent);
        let id = self.held().open(room, address, sender);
        self.waits.notify_one();
        Ok(Slot { phase, requests: Requests { id, slots: Arc::clone(self) } })
    }

    async fn permit(&self) -> OwnedSemaphorePermit {
        if let Ok(permit) = Arc::clone(&self.all).try_acquire_owned() {
            return permit;
        }
        tokio::select! {
            biased;
            permit = Arc::clone(&self.all).acquire_owned() => permit.expect("it is never closed"),
            room = self.replace_any() => room.permit,
        }
    }

    /// Waits until there is a connection that makes room.
    async fn replace_any(&self) -> Room {
        loop {
            if let Some(room) = self.held().replace_any() {
                return room;
            }
            self.waits.notified().await;
        }
    }

    /// Changes what is held. Wakes who waits for room if a connection makes it now.
    fn change<T>(&self, id: u64, change: impl FnOnce(&mut Held) -> T) -> T {
        let mut held = self.held();
        let changed = change(&mut held);
        if held.follow(id) {
            self.waits.notify_one();
        }
        changed
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().expect("nobody panics while counting")
    }
}

impl Held {
    fn open(&mut self, room: Room, address: Option<IpAddr>, phase: watch::Sender<Phase>) -> u64 {
        let id = self.next_number();
        let turn = Turn { is_idle: false, last: id };
        let connection = Connection {
            room,
            address,
            has_asked: false,
            is_stalled: false,
            requests: HashMap::new(),
            turn,
            phase,
        };
        self.connections.insert(id, connection);
        self.wait(id, address, turn);
        id
    }

    fn replace_any(&mut self) -> Option<Room> {
        let id = *self.waiting.first_key_value()?.1;
        self.replace(id)
    }

    fn replace_of(&mut self, address: IpAddr) -> Option<Room> {
        let id = *self.waiting_of.range((address, Turn::FIRST)..=(address, Turn::LAST)).next()?.1;
        self.replace(id)
    }

    fn replace(&mut self, id: u64) -> Option<Room> {
        let connection = self.close(id)?;
        connection.phase.send_replace(Phase::Replaced);
        Some(connection.room)
    }

    fn close(&mut self, id: u64) -> Option<Connection> {
        let connection = self.connections.remove(&id)?;
        self.leave(connection.address, connection.turn);
        Some(connection)
    }

    /// None where the connection is closed already.
    fn begin(&mut self, id: u64, step: Step) -> Option<u64> {
        let number = self.next_number();
        let connection = self.connections.get_mut(&id)?;
        connection.has_asked = true;
        connection.requests.insert(number, step);
        Some(number)
    }

    fn step(&mut self, id: u64, number: u64, next: impl FnOnce(Step) -> Step) {
        let last = self.next_number();
        let Some(connection) = self.connections.get_mut(&id) else { return };
        let Some(step) = connection.requests.get_mut(&number) else { return };
        *step = next(*step);
        if *step == Step::Sending {
            connection.is_stalled = false;
            // While it is being sent the connection is not in the queue.
            if *connection.phase.borrow() == Phase::Sending {
                connection.turn.last = last;
            }
        }
    }

    fn end(&mut self, id: u64, number: u64) {
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.requests.remove(&number);
        }
    }

    /// Brings phase and place in the queue up to what the connection's requests are. True if it makes room now.
    fn follow(&mut self, id: u64) -> bool {
        let last = self.next_number();
        let Some(connection) = self.connections.get_mut(&id) else { return false };
        let (before, now) = (*connection.phase.borrow(), connection.now());
        if now == before {
            return false;
        }
        let (address, left) = (connection.address, connection.turn);
        // Who stalls has waited since the last piece was taken.
        let last = if now == Phase::Stalled { left.last } else { last };
        let turn = Turn { is_idle: now == Phase::Idle, last };
        connection.turn = turn;
        connection.phase.send_replace(now);
        self.leave(address, left);
        if now.makes_room() {
            self.wait(id, address, turn);
        }
        now.makes_room()
    }

    fn wait(&mut self, id: u64, address: Option<IpAddr>, turn: Turn) {
        self.waiting.insert(turn, id);
        if let Some(address) = address {
            self.waiting_of.insert((address, turn), id);
        }
    }

    fn leave(&mut self, address: Option<IpAddr>, turn: Turn) {
        self.waiting.remove(&turn);
        if let Some(address) = address {
            self.waiting_of.remove(&(address, turn));
        }
    }

    fn next_number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }
}

impl Connection {
    fn now(&self) -> Phase {
        let any = |step: Step| self.requests.values().any(|other| *other == step);
        if any(Step::Answering) {
            Phase::Busy
        } else if any(Step::Sending) {
            if self.is_stalled { Phase::Stalled } else { Phase::Sending }
        } else if any(Step::BodyMissing) {
            Phase::BodyMissing
        } else if self.has_asked {
            Phase::Idle
        } else {
            Phase::Silent
        }
    }
}

impl Slot {
    pub fn requests(&self) -> Requests {
        self.requests.clone()
    }

    /// A number that differs once the connection has done something.
    pub fn last_progress(&self) -> Option<u64> {
        let Requests { id, slots } = &self.requests;
        slots.held().connections.get(id).map(|connection| connection.turn.last)
    }

    /// The connection makes room from now on, if the peer has taken nothing since `progress` was read.
    pub fn stall(&self, progress: Option<u64>) {
        let Requests { id, slots } = &self.requests;
        slots.change(*id, |held| {
            let connection = held.connections.get_mut(id);
            let unmoved = connection.filter(|connection| Some(connection.turn.last) == progress);
            if let Some(connection) = unmoved {
                connection.is_stalled = true;
            }
        });
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let Requests { id, slots } = &self.requests;
        let closed = slots.held().close(*id);
        drop(closed);
    }
}

impl Requests {
    /// None where the connection has just been closed for another: the request must not be begun.
    pub fn begin(&self, is_whole: bool) -> Option<OpenRequest> {
        let step = if is_whole { Step::Answering } else { Step::BodyMissing };
        let number = self.slots.change(self.id, |held| held.begin(self.id, step))?;
        Some(OpenRequest(Progress { requests: self.clone(), number }))
    }
}

impl OpenRequest {
    pub fn progress(&self) -> &Progress {
        &self.0
    }
}

impl Progress {
    /// The body is whole, or nobody reads the rest of it.
    pub fn has_body(&self) {
        self.step(|step| if step == Step::BodyMissing { Step::Answering } else { step });
    }

    /// The next piece of the answer is still to be made.
    pub fn is_answering(&self) {
        self.step(|_| Step::Answering);
    }

    /// A piece of the answer was handed over, or its head was: the next one is asked for once the peer takes more.
    pub fn is_sending(&self) {
        self.step(|_| Step::Sending);
    }

    fn step(&self, next: impl FnOnce(Step) -> Step) {
        let Requests { id, slots } = &self.requests;
        slots.change(*id, |held| held.step(*id, self.number, next));
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        let Progress { requests: Requests { id, slots }, number } = &self.0;
        slots.change(*id, |held| held.end(*id, *number));
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;

    use futures::FutureExt;

    use super::*;

    const PLENTY: usize = 100;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// What is there at once.
    fn now<T>(future: impl Future<Output = T>) -> Option<T> {
        pin!(future).now_or_never()
    }

    fn taken(slots: &Arc<Slots>, address: Option<IpAddr>) -> Slot {
        now(slots.take(address)).expect("there is room").unwrap()
    }

    fn phases<const N: usize>(open: [&Slot; N]) -> [Phase; N] {
        open.map(|slot| *slot.phase.borrow())
    }

    #[test]
    fn the_oldest_silent_connection_makes_room_then_the_one_that_is_idle_longest() {
        let slots = Slots::new(4, PLENTY);
        let [idle, busy, oldest, younger] = [(); 4].map(|()| taken(&slots, None));
        let under_way = busy.requests().begin(true);
        drop(idle.requests().begin(true));

        let first = taken(&slots, None);
        assert_eq!(
            phases([&idle, &busy, &oldest, &younger]),
            [Phase::Idle, Phase::Busy, Phase::Replaced, Phase::Silent]
        );
        let _newcomers_ask = [first.requests().begin(true), younger.requests().begin(true)];
        let second = taken(&slots, None);

        assert_eq!(phases([&idle, &busy, &first]), [Phase::Replaced, Phase::Busy, Phase::Busy]);
        assert!(idle.requests().begin(true).is_none(), "its room is another's");
        drop((under_way, second));
    }

    #[test]
    fn a_body_that_is_missing_makes_room_until_it_is_whole() {
        let slots = Slots::new(2, PLENTY);
        let [idle, slow] = [(); 2].map(|()| taken(&slots, None));
        drop(idle.requests().begin(true));
        let sending = slow.requests().begin(false).unwrap();

        sending.progress().has_body();
        sending.progress().has_body(); // said again when it is dropped
        let newcomer = taken(&slots, None);
        assert_eq!(phases([&idle, &slow]), [Phase::Replaced, Phase::Busy]);
        let _half = newcomer.requests().begin(false);
        let last = taken(&slots, None);

        assert_eq!(phases([&slow, &newcomer, &last]), [Phase::Busy, Phase::Replaced, Phase::Silent]);
    }

    #[test]
    fn an_answer_that_nobody_takes_makes_room_before_who_came_later() {
        let slots = Slots::new(3, PLENTY);
        let [stalled, moving] = [(); 2].map(|()| taken(&slots, None));
        let requests = [&stalled, &moving].map(|slot| slot.requests().begin(true).unwrap());
        for request in &requests {
            request.progress().is_sending();
        }
        let seen = [&stalled, &moving].map(Slot::last_progress);
        let silent = taken(&slots, None);

        requests[1].progress().is_sending();
        for (slot, seen) in [&stalled, &moving].into_iter().zip(seen) {
            slot.stall(seen);
        }
        assert_eq!(phases([&stalled, &moving, &silent]), [Phase::Stalled, Phase::Sending, Phase::Silent]);
        let newcomer = taken(&slots, None);

        assert_eq!(phases([&stalled, &moving, &silent]), [Phase::Replaced, Phase::Sending, Phase::Silent]);
        drop((requests, newcomer));
    }

    #[test]
    fn a_stalled_answer_that_goes_on_makes_no_room_any_more() {
        let slots = Slots::new(1, PLENTY);
        let slow = taken(&slots, None);
        let request = slow.requests().begin(true).unwrap();
        request.progress().is_sending();
        slow.stall(slow.last_progress());
        assert_eq!(phases([&slow]), [Phase::Stalled]);

        request.progress().is_sending();

        assert_eq!(phases([&slow]), [Phase::Sending]);
        assert!(now(slots.take(None)).is_none());
    }

    #[test]
    fn a_newcomer_waits_while_every_connection_has_a_request_under_way() {
        let slots = Slots::new(1, PLENTY);
        let busy = taken(&slots, None);
        let under_way = busy.requests().begin(true);
        let mut newcomer = pin!(slots.take(None));

        assert!(newcomer.as_mut().now_or_never().is_none());
        drop(under_way);

        assert!(newcomer.now_or_never().is_some());
        assert_eq!(phases([&busy]), [Phase::Replaced]);
    }

    #[test]
    fn an_address_with_its_whole_share_makes_room_for_itself_alone() {
        let slots = Slots::new(PLENTY, 2);
        let other = taken(&slots, Some(address("192.0.2.1")));
        let (silent, busy) =
            (taken(&slots, Some(address("192.0.2.7"))), taken(&slots, Some(address("192.0.2.7"))));
        let _under_way = busy.requests().begin(true);

        let third = taken(&slots, Some(address("192.0.2.7")));
        let _newcomer_asks = third.requests().begin(true);
        let fourth = now(slots.take(Some(address("192.0.2.7")))).unwrap();

        assert_eq!(phases([&other, &silent, &busy]), [Phase::Silent, Phase::Replaced, Phase::Busy]);
        assert_eq!(fourth.unwrap_err(), Full, "nothing of it may be closed");
    }

    #[test]
    fn what_is_given_back_is_forgotten() {
        let slots = Slots::new(1, 1);
        let first = taken(&slots, Some(address("192.0.2.7")));
        let under_way = first.requests().begin(true);

        drop(first);
        let second = taken(&slots, Some(address("192.0.2.7")));
        drop((under_way, second));

        let held = slots.held();
        assert!(held.connections.is_empty() && held.waiting.is_empty() && held.waiting_of.is_empty());
        assert_eq!(slots.all.available_permits(), 1);
    }
}
