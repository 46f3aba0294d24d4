//! The two providers as a booking meets them, and what may happen to them by themselves.

use svc_booking::domain::FailureCode;
use svc_booking::domain::saga::{Call, Event};
use svc_booking::domain::schedule::Absence;
use time::{Duration, OffsetDateTime};

/// The money of the payment that the booking was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hold {
    Declined,
    /// The cardholder's bank asks them.
    Asked,
    /// It holds money, though not the sum or for the offer of this booking.
    Misfit,
    Held,
    Captured,
    Released,
    PaidBack,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    None,
    /// Promised; the airline will make it or refuse it later.
    Pending,
    Live,
    Rejected,
    Cancelled,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that may come by itself")]
pub struct World {
    pub hold: Hold,
    /// The payment is bound to the booking.
    pub claimed: bool,
    pub order: Order,
    /// Orders ever made; two stands for more.
    pub created: u8,
    /// The provider shows the order when asked.
    pub visible: bool,
    pub offer_expired: bool,
    /// The hold ran out by itself.
    pub hold_expired: bool,
    /// So long after the dispatch that an order would be shown.
    pub horizon: bool,
    /// A webhook said that the order was made.
    pub creation_reported: bool,
    /// A webhook said that the order was refused.
    pub refusal_reported: bool,
    /// An administrator has the airline's written word that there is no order and none will come.
    pub denied: bool,
}

/// What the providers do without being asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Happening {
    Show,
    OrderMade,
    OrderRefused,
    CreationReported,
    RefusalReported,
    OfferExpires,
    HoldExpires,
    HorizonPasses,
    HolderProven,
    HolderRefused,
}

/// Ways a provider may treat one request; a call knows fewer.
pub const TREATMENTS: u8 = 5;

impl World {
    pub fn new(hold: Hold) -> Self {
        Self {
            hold,
            claimed: false,
            order: Order::None,
            created: 0,
            visible: false,
            offer_expired: false,
            hold_expired: false,
            horizon: false,
            creation_reported: false,
            refusal_reported: false,
            denied: false,
        }
    }

    pub fn may_be_ordered(&self) -> bool {
        matches!(self.order, Order::Live | Order::Pending)
    }

    /// The airline would say that there is no order. It says so of what it was sent: no word is true for long while
    /// an order is under way.
    pub fn has_no_order(&self, order_under_way: bool) -> bool {
        !order_under_way && matches!(self.order, Order::None | Order::Rejected)
    }

    pub fn holds_money(&self) -> bool {
        matches!(self.hold, Hold::Held | Hold::Misfit)
    }

    /// Holds money, or will once the cardholder says yes.
    pub fn may_hold_money(&self) -> bool {
        self.holds_money() || self.hold == Hold::Asked
    }

    /// What can happen now. `order_under_way`: an order request may still reach the provider. The horizon is
    /// longer than a request's way, the provider's work and the time until an order shows: an assumption, and none
    /// that is needed once the order was reported.
    pub fn happenings(&self, order_under_way: bool) -> Vec<Happening> {
        let shows = self.visible || self.creation_reported || self.order != Order::Live;
        let settled = self.order != Order::Pending && shows;
        [
            (self.order == Order::Live && !self.visible, Happening::Show),
            (self.order == Order::Pending, Happening::OrderMade),
            (self.order == Order::Pending, Happening::OrderRefused),
            (
                self.order == Order::Live && !self.visible && !self.creation_reported,
                Happening::CreationReported,
            ),
            (self.order == Order::Rejected && !self.refusal_reported, Happening::RefusalReported),
            (!self.offer_expired, Happening::OfferExpires),
            (self.holds_money() && !self.hold_expired, Happening::HoldExpires),
            (self.hold == Hold::Asked, Happening::HolderProven),
            (self.hold == Hold::Asked, Happening::HolderRefused),
            (self.offer_expired && !self.horizon && !order_under_way && settled, Happening::HorizonPasses),
        ]
        .into_iter()
        .filter_map(|(can, happening)| can.then_some(happening))
        .collect()
    }

    pub fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Show => self.visible = true,
            Happening::OrderMade => self.make_order(),
            Happening::OrderRefused => self.order = Order::Rejected,
            Happening::CreationReported => self.creation_reported = true,
            Happening::RefusalReported => self.refusal_reported = true,
            Happening::OfferExpires => self.offer_expired = true,
            Happening::HoldExpires => (self.hold, self.hold_expired) = (Hold::Released, true),
            Happening::HorizonPasses => self.horizon = true,
            Happening::HolderProven => self.hold = Hold::Held,
            Happening::HolderRefused => self.hold = Hold::Declined,
        }
    }

    fn make_order(&mut self) {
        self.order = Order::Live;
        self.created = (self.created + 1).min(2);
    }

    /// The effect and the answer of one request. None: there is no such treatment of this call.
    pub fn answer(&mut self, call: Call, treatment: u8) -> Option<Event> {
        match (call, treatment) {
            (Call::VerifyOffer, 0) => {
                Some(if self.offer_expired { Event::OfferGone } else { Event::OfferStands })
            }
            (Call::VerifyOffer, 1) => Some(Event::PriceChanged),
            (Call::ClaimPayment, 0) => Some(self.claim()),
            (Call::PlaceOrder, treatment) => self.place_order(treatment),
            (Call::FindOrder, 0) => Some(self.find_order()),
            (Call::CapturePayment, 0) => Some(self.capture()),
            (Call::CancelOrder, 0) => {
                self.order = Order::Cancelled;
                Some(Event::OrderCancelled)
            }
            (Call::CancelOrder, 1) => Some(Event::NotCancellable),
            (Call::VoidPayment, 0) => Some(self.void()),
            (Call::RefundPayment, 0) => Some(self.refund()),
            _ => None,
        }
    }

    fn claim(&mut self) -> Event {
        match self.hold {
            Hold::Held => {
                self.claimed = true;
                Event::MoneyHeld
            }
            Hold::Asked => {
                self.claimed = true;
                Event::HolderAsked
            }
            Hold::Captured => Event::MoneyHeld,
            Hold::Misfit => Event::PaymentRefused { still_held: true },
            Hold::Declined | Hold::Released | Hold::PaidBack => Event::PaymentRefused { still_held: false },
        }
    }

    /// The provider may make it, refuse it, promise it, make it and break down, or turn it away unread. It keeps no guard
    /// of its own.
    fn place_order(&mut self, treatment: u8) -> Option<Event> {
        let refused = Event::OrderRefused(FailureCode::BookingFailed);
        match treatment {
            0 | 3 if !self.offer_expired => {
                self.make_order();
                Some(if treatment == 0 { Event::OrderKnown } else { Event::Unknown })
            }
            1 => {
                if self.order == Order::None {
                    self.order = Order::Rejected;
                }
                Some(refused)
            }
            2 if !self.offer_expired => {
                self.order = Order::Pending;
                Some(Event::Unknown)
            }
            4 => Some(Event::OrderTurnedAway),
            _ => None,
        }
    }

    fn find_order(&self) -> Event {
        match self.order {
            Order::Live if self.visible => Event::OrderKnown,
            Order::Cancelled if self.visible => Event::OrderDisputed,
            _ => Event::OrderAbsent { proven: self.is_absence_proven() },
        }
    }

    /// By production's own rule; the hours are those of a horizon that has passed, or of none.
    fn is_absence_proven(&self) -> bool {
        let dispatched_at = OffsetDateTime::UNIX_EPOCH;
        let waited = if self.horizon { Duration::hours(25) } else { Duration::ZERO };
        let absence = Absence {
            dispatched_at,
            offer_expires_at: dispatched_at,
            promised: false,
            reported_created: self.creation_reported,
            reported_failed: self.refusal_reported,
            denied: self.denied,
            webhooks_arrive: true,
        };
        absence.is_proof(dispatched_at + waited)
    }

    fn capture(&mut self) -> Event {
        match self.hold {
            Hold::Held | Hold::Captured => {
                self.hold = Hold::Captured;
                Event::MoneyTaken
            }
            _ => Event::CaptureImpossible,
        }
    }

    fn void(&mut self) -> Event {
        match self.hold {
            Hold::Captured => Event::MoneyTaken,
            Hold::Held | Hold::Misfit | Hold::Asked => {
                self.hold = Hold::Released;
                Event::MoneyReleased
            }
            _ => Event::MoneyReleased,
        }
    }

    fn refund(&mut self) -> Event {
        match self.hold {
            Hold::Captured | Hold::PaidBack => {
                self.hold = Hold::PaidBack;
                Event::MoneyPaidBack
            }
            _ => Event::PayBackRefused,
        }
    }
}
