//! Room for connections: so many in all, and so many of one address.
//!
//! Where there is no room, a connection without a request under way makes it: first the oldest that has not sent a
//! request yet, then the one that has been idle longest. One with a request under way is never closed for another.

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
    /// A request of it is under way, up to the end of its answer.
    Busy,
    /// All its requests are answered.
    Idle,
    /// Another connection has its room: it has to go.
    Replaced,
}

/// The connections that are open, and in which order they make room for others.
#[derive(Debug)]
pub(super) struct Slots {
    all: Arc<Semaphore>,
    addresses: Arc<Shares<IpAddr>>,
    held: Mutex<Held>,
    /// Notified when a connection begins to wait for a request.
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

/// A request under way. Dropped when its answer has been read.
#[derive(Debug)]
pub(super) struct OpenRequest(Requests);

#[derive(Debug, Default)]
struct Held {
    numbers: u64,
    connections: HashMap<u64, Connection>,
    /// Connections without a request under way, in the order in which they make room.
    waiting: BTreeMap<Turn, u64>,
    /// The same, of each address.
    waiting_of: BTreeMap<(IpAddr, Turn), u64>,
}

#[derive(Debug)]
struct Connection {
    room: Room,
    address: Option<IpAddr>,
    requests: usize,
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
    has_asked: bool,
    number: u64,
}

impl Turn {
    const FIRST: Self = Self { has_asked: false, number: 0 };
    const LAST: Self = Self { has_asked: true, number: u64::MAX };
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

    /// Room for one more connection. Waits while every connection has a request under way. `Full` where that is so of
    /// the connections of this address, which has its whole share; None stands for nobody in particular, who has no share.
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

    /// Waits until there is a connection without a request under way.
    async fn replace_any(&self) -> Room {
        loop {
            if let Some(room) = self.held().replace_any() {
                return room;
            }
            self.waits.notified().await;
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().expect("nobody panics while counting")
    }
}

impl Held {
    fn open(&mut self, room: Room, address: Option<IpAddr>, phase: watch::Sender<Phase>) -> u64 {
        let id = self.next_number();
        let turn = Turn { has_asked: false, number: id };
        self.connections.insert(id, Connection { room, address, requests: 0, turn, phase });
        self.wait(id, turn);
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

    /// False where the connection is closed already.
    fn begin(&mut self, id: u64) -> bool {
        let Some(connection) = self.connections.get_mut(&id) else { return false };
        connection.requests += 1;
        if connection.requests == 1 {
            connection.phase.send_replace(Phase::Busy);
            let (address, turn) = (connection.address, connection.turn);
            self.leave(address, turn);
        }
        true
    }

    fn end(&mut self, id: u64) {
        let turn = Turn { has_asked: true, number: self.next_number() };
        let Some(connection) = self.connections.get_mut(&id) else { return };
        connection.requests -= 1;
        if connection.requests == 0 {
            connection.phase.send_replace(Phase::Idle);
            connection.turn = turn;
            self.wait(id, turn);
        }
    }

    fn wait(&mut self, id: u64, turn: Turn) {
        self.waiting.insert(turn, id);
        if let Some(address) = self.connections.get(&id).and_then(|connection| connection.address) {
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

impl Slot {
    pub fn requests(&self) -> Requests {
        self.requests.clone()
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
    pub fn begin(&self) -> Option<OpenRequest> {
        let has_begun = self.slots.held().begin(self.id);
        has_begun.then(|| OpenRequest(self.clone()))
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        let Requests { id, slots } = &self.0;
        slots.held().end(*id);
        slots.waits.notify_one();
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
        let under_way = busy.requests().begin();
        drop(idle.requests().begin());

        let first = taken(&slots, None);
        assert_eq!(
            phases([&idle, &busy, &oldest, &younger]),
            [Phase::Idle, Phase::Busy, Phase::Replaced, Phase::Silent]
        );
        let _newcomers_ask = [first.requests().begin(), younger.requests().begin()];
        let second = taken(&slots, None);

        assert_eq!(phases([&idle, &busy, &first]), [Phase::Replaced, Phase::Busy, Phase::Busy]);
        assert!(idle.requests().begin().is_none(), "its room is another's");
        drop((under_way, second));
    }

    #[test]
    fn a_newcomer_waits_while_every_connection_has_a_request_under_way() {
        let slots = Slots::new(1, PLENTY);
        let busy = taken(&slots, None);
        let under_way = busy.requests().begin();
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
        let _under_way = busy.requests().begin();

        let third = taken(&slots, Some(address("192.0.2.7")));
        let _newcomer_asks = third.requests().begin();
        let fourth = now(slots.take(Some(address("192.0.2.7")))).unwrap();

        assert_eq!(phases([&other, &silent, &busy]), [Phase::Silent, Phase::Replaced, Phase::Busy]);
        assert_eq!(fourth.unwrap_err(), Full, "nothing of it may be closed");
    }

    #[test]
    fn what_is_given_back_is_forgotten() {
        let slots = Slots::new(1, 1);
        let first = taken(&slots, Some(address("192.0.2.7")));
        let under_way = first.requests().begin();

        drop(first);
        let second = taken(&slots, Some(address("192.0.2.7")));
        drop((under_way, second));

        let held = slots.held();
        assert!(held.connections.is_empty() && held.waiting.is_empty() && held.waiting_of.is_empty());
        assert_eq!(slots.all.available_permits(), 1);
    }
}
