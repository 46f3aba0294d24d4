-- A booking and its saga. Every step compares (state, epoch) and writes its booking_event in the same transaction.
create table booking (
    id uuid not null,
    -- Part of every key and look-up, so that test and live never meet.
    mode text not null,
    brand text not null,
    -- Where the brand's site was, for links in mails.
    public_url text,
    -- The brand's markup when it was sold: the offer is verified against the same price.
    markup_rate text not null,
    -- Who booked: session:<uuid> or user:<uuid>.
    principal text not null,
    -- All that the booker was: a payment may belong to any of them.
    principals text[] not null,
    -- The account that was made for the booker afterwards: user:<uuid>.
    owner text,
    offer_id text not null,
    -- Shared by all offers of one offer request, of which the provider sells one.
    request_key text not null,
    -- What was sold: a QuoteOfferResponse of fareway.offers.v1.
    quote bytea not null,
    offer_expires_at timestamptz not null,
    price_minor bigint not null,
    provider_minor bigint not null,
    currency text not null,
    -- Names, birth dates, passports, contacts: AES-256-GCM under a key the database never sees.
    travellers bytea not null,
    payment_id text not null,
    -- After it the hold on the money is gone.
    capture_before timestamptz,
    order_id text,
    booking_reference text,
    order_cancellable boolean not null,
    state text not null,
    failure_code text,
    failure_message text,
    -- The release of the money found it taken: it must be paid back.
    money_taken boolean not null,
    needs_human boolean not null,
    first_unknown_at timestamptz,
    account text not null,
    -- How often the present question was asked.
    asked integer not null,
    version bigint not null,
    -- Grows with every worker that takes the booking over. A stale worker's step changes no row.
    epoch bigint not null,
    -- A webhook arrived while a worker was at it: what it learns now may be old.
    nudged boolean not null,
    lease_owner uuid,
    lease_until timestamptz,
    -- When a worker takes it up next; null where nothing is left to do.
    next_action_at timestamptz,
    trace_parent text,
    created_at timestamptz not null,
    constraint booking_pkey primary key (id),
    -- A payment pays for one booking, ever.
    constraint booking_payment_once unique (mode, payment_id),
    constraint booking_order_once unique (mode, order_id),
    constraint booking_mode_known check (mode in ('test', 'live')),
    constraint booking_state_known check (
        state in (
            'DRAFT', 'AUTH_SENT', 'AUTHORISED', 'ORDER_SENT', 'ORDER_UNKNOWN', 'ORDERED', 'CAPTURE_SENT',
            'CANCEL_SENT', 'VOID_SENT', 'TICKETED', 'FAILED'
        )
    ),
    constraint booking_failure_known check (
        failure_code in ('PAYMENT_FAILED', 'OFFER_EXPIRED', 'PRICE_CHANGED', 'BOOKING_FAILED')
    ),
    constraint booking_account_known check (account in ('none', 'due', 'offered', 'done')),
    constraint booking_price_positive check (price_minor > 0 and provider_minor > 0),
    -- Money is taken, and an order cancelled, only where an order is known.
    constraint booking_order_before_capture check (
        order_id is not null or state not in ('ORDERED', 'CAPTURE_SENT', 'CANCEL_SENT', 'TICKETED')
    ),
    constraint booking_failed_for_a_reason check (
        failure_code is not null or state not in ('CANCEL_SENT', 'VOID_SENT', 'FAILED')
    ),
    constraint booking_lease_whole check ((lease_owner is null) = (lease_until is null))
);

-- The provider sells one offer of a request: whoever comes second is told before any money moves.
create unique index booking_request_once on booking (mode, request_key) where state <> 'FAILED';

-- The workers' queue.
create index booking_next_action_idx on booking (next_action_at) where next_action_at is not null;

-- A traveller's own bookings, newest first (ids are in the order of time).
create index booking_principal_idx on booking (principal, id desc);
create index booking_owner_idx on booking (owner, id desc) where owner is not null;

-- Webhooks name offers, and orders where there is one.
create index booking_offer_idx on booking (mode, offer_id);

-- An offer request of which an order was dispatched. Never deleted: not even a definite refusal makes the provider
-- take a second attempt, and its answer to one could not be told from "booked".
create table offer_dispatch (
    mode text not null,
    request_key text not null,
    offer_id text not null,
    booking_id uuid not null,
    dispatched_at timestamptz not null,
    constraint offer_dispatch_pkey primary key (mode, request_key),
    constraint offer_dispatch_booking_once unique (booking_id),
    constraint offer_dispatch_booking_fkey foreign key (booking_id) references booking (id)
);

-- A caller's key for a booking. Written in the transaction of the booking.
create table http_key (
    mode text not null,
    brand text not null,
    principal text not null,
    key text not null,
    -- HMAC of what was asked for, without payment or card: the same key with another body is refused.
    body_hmac bytea not null,
    booking_id uuid not null,
    created_at timestamptz not null,
    constraint http_key_pkey primary key (mode, brand, principal, key),
    constraint http_key_booking_fkey foreign key (booking_id) references booking (id)
);

-- What happened to a booking, one row a change. Never updated.
create table booking_event (
    booking_id uuid not null,
    version bigint not null,
    from_state text not null,
    to_state text not null,
    -- What the saga learnt.
    cause text not null,
    epoch bigint not null,
    at timestamptz not null,
    constraint booking_event_pkey primary key (booking_id, version),
    constraint booking_event_booking_fkey foreign key (booking_id) references booking (id)
);

-- What was sent to others. A row is written before each call that changes something there, its answer afterwards:
-- also by a worker that has lost the booking meanwhile, for whoever owns it now.
create table provider_attempt (
    booking_id uuid not null,
    op text not null,
    n integer not null,
    prepared_at timestamptz not null,
    answered_at timestamptz,
    class text,
    http_status integer,
    -- What the provider's support asks for.
    request_id text,
    -- The order's ids, or the codes of a refusal. Never what was sent, never the provider's words.
    evidence jsonb,
    constraint provider_attempt_pkey primary key (booking_id, op, n),
    constraint provider_attempt_op_known check (
        op in (
            'payment_claim', 'order_create', 'payment_capture', 'order_cancel', 'payment_void', 'payment_refund',
            'cancel_confirm', 'cancel_refund'
        )
    ),
    constraint provider_attempt_class_known check (class in ('done', 'definitely_not', 'unknown')),
    -- The provider has no idempotency key: an order is dispatched once a booking, ever.
    constraint provider_attempt_order_once check (op <> 'order_create' or n = 1),
    constraint provider_attempt_booking_fkey foreign key (booking_id) references booking (id)
);
