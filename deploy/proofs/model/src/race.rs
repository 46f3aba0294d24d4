//! Two bookings of two travellers for one offer request: the provider sells it twice, if it is asked twice.
//!
//! The only guard is ours: the row that an order's dispatch reserves for the offer request. The check that
//! refuses the second traveller before a booking exists is left out.

use stateright::{Model, Property};
use svc_booking::domain::saga::{Call, Effect, Event, Facts, Saga, State, step};

use crate::explore::Ends;
use crate::world::{Happening, Hold, Order, TREATMENTS, World};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mutant {
    NoDispatchRow,
}

impl Mutant {
    pub fn name(self) -> &'static str {
        match self {
            Self::NoDispatchRow => "mutant: a dispatch reserves nothing",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Snapshot {
    bookings: [Booking; 2],
    /// Which booking has dispatched the offer request.
    dispatched: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Booking {
    saga: Saga,
    request: Option<Call>,
    answer: Option<Event>,
    world: World,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Resume(u8),
    Deliver(u8, u8),
    /// The request or its answer is lost.
    Lose(u8),
    Receive(u8),
    Happen(u8, Happening),
}

#[derive(Debug, Clone, Copy)]
pub struct RaceModel {
    pub mutant: Option<Mutant>,
}

impl RaceModel {
    /// Takes an arrow, unless it dispatches what was dispatched.
    fn advance(self, snapshot: &mut Snapshot, number: u8, event: Event) {
        let index = usize::from(number);
        let (saga, effects) = step(&snapshot.bookings[index].saga, event);
        let call = effects.iter().find_map(|effect| match effect {
            Effect::Call(call) => Some(*call),
            Effect::AskLater | Effect::Tell => None,
        });
        if call == Some(Call::PlaceOrder) && self.mutant.is_none() {
            let is_sent_again = snapshot.bookings[index].saga.turned_away;
            if snapshot.dispatched.is_some() && !is_sent_again {
                return self.advance(snapshot, number, Event::OfferGone);
            }
            snapshot.dispatched = Some(number);
        }
        let booking = &mut snapshot.bookings[index];
        booking.saga = saga;
        booking.request = call;
        booking.answer = None;
    }
}

impl Model for RaceModel {
    type State = Snapshot;
    type Action = Action;

    fn init_states(&self) -> Vec<Snapshot> {
        let booking = Booking { saga: Saga::NEW, request: None, answer: None, world: World::new(Hold::Held) };
        vec![Snapshot { bookings: [booking; 2], dispatched: None }]
    }

    fn actions(&self, snapshot: &Snapshot, actions: &mut Vec<Action>) {
        for (number, booking) in (0u8..).zip(&snapshot.bookings) {
            match (booking.request, booking.answer) {
                (_, Some(_)) => actions.extend([Action::Receive(number), Action::Lose(number)]),
                (Some(_), None) => {
                    actions.push(Action::Lose(number));
                    actions.extend((0..TREATMENTS).map(|treatment| Action::Deliver(number, treatment)));
                }
                (None, None) => actions.push(Action::Resume(number)),
            }
            let under_way = booking.request == Some(Call::PlaceOrder) && booking.answer.is_none();
            let happenings = booking.world.happenings(under_way);
            actions.extend(happenings.into_iter().map(|happening| Action::Happen(number, happening)));
        }
    }

    fn next_state(&self, before: &Snapshot, action: Action) -> Option<Snapshot> {
        let mut snapshot = before.clone();
        match action {
            Action::Resume(number) => {
                let world = snapshot.bookings[usize::from(number)].world;
                let may_dispatch = !world.offer_expired && !world.hold_expired;
                let facts = Facts { quote_is_fresh: true, may_dispatch, holder_is_late: false };
                self.advance(&mut snapshot, number, Event::Resumed(facts));
            }
            Action::Deliver(number, treatment) => {
                let booking = &mut snapshot.bookings[usize::from(number)];
                booking.answer = Some(booking.world.answer(booking.request?, treatment)?);
            }
            Action::Lose(number) => self.advance(&mut snapshot, number, Event::Unknown),
            Action::Receive(number) => {
                let answer = snapshot.bookings[usize::from(number)].answer?;
                self.advance(&mut snapshot, number, answer);
            }
            Action::Happen(number, happening) => {
                snapshot.bookings[usize::from(number)].world.happen(happening);
            }
        }
        (snapshot != *before).then_some(snapshot)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("R1 one offer request, one order", |_, it: &Snapshot| {
                it.bookings.iter().map(|booking| booking.world.created).sum::<u8>() <= 1
            }),
            Property::always("R2 the slower traveller keeps their money", |_, it: &Snapshot| {
                it.bookings
                    .iter()
                    .all(|booking| booking.world.hold != Hold::Captured || booking.world.order == Order::Live)
            }),
            Property::sometimes("one flies, the other is told", |_, it: &Snapshot| {
                it.bookings[0].saga.state == State::Ticketed && it.bookings[1].saga.state == State::Failed
            }),
        ]
    }
}

impl Ends for RaceModel {
    fn is_end(&self, snapshot: &Snapshot) -> bool {
        snapshot.bookings.iter().all(|booking| booking.saga.state.is_end())
    }
}
