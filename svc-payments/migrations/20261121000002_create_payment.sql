-- A card authorised for an offer, and what became of the money. Never holds a card: brand and last four digits only.
create table payment (
    id uuid not null,
    -- Part of every key and look-up, so that test and live money never meet.
    mode text not null,
    brand text not null,
    -- Whose it is: session:<uuid> or user:<uuid>.
    principal text not null,
    -- The caller's key, and an HMAC of the request without its card; null where the payment is simulated,
    -- because then its id is the caller's own.
    idempotency_key text,
    request_hmac bytea,
    offer_id text not null,
    amount_minor bigint not null,
    currency text not null,
    card_brand text not null,
    card_last4 text not null,
    -- No provider was asked: a made-up payment of test mode.
    simulated boolean not null,
    status text not null,
    status_since timestamptz not null,
    -- Grows with every change; every update compares it.
    version bigint not null,
    -- The provider's PaymentIntent; null until it has answered.
    intent_id text,
    -- After it the hold is gone.
    capture_before timestamptz,
    -- The one booking it may pay for.
    booking_id uuid,
    -- Why no money is held, where that needs saying to a person.
    failure text,
    authorised_minor bigint not null,
    captured_minor bigint not null,
    -- Promised to refunds that the provider has not answered yet.
    refunding_minor bigint not null,
    refunded_minor bigint not null,
    -- When the provider is asked next; null where nothing is in doubt.
    settle_at timestamptz,
    settle_tries integer not null,
    created_at timestamptz not null,
    constraint payment_pkey primary key (id),
    constraint payment_mode_known check (mode in ('test', 'live')),
    constraint payment_status_known check (
        status in (
            'create_sent', 'confirm_sent', 'authorised', 'declined', 'capture_sent', 'captured', 'void_sent', 'voided'
        )
    ),
    constraint payment_failure_known check (
        failure in ('card_declined', 'authentication_required', 'not_completed')
    ),
    constraint payment_amount_positive check (amount_minor > 0),
    constraint payment_last4_short check (length(card_last4) <= 4),
    constraint payment_simulated_only_in_test check (not simulated or mode = 'test'),
    constraint payment_key_unless_simulated check (
        simulated or (idempotency_key is not null and request_hmac is not null)
    ),
    -- Without the provider's id nobody could ask what became of a confirmation.
    constraint payment_intent_before_money check (simulated or intent_id is not null or authorised_minor = 0),
    constraint payment_authorised_whole check (authorised_minor in (0, amount_minor)),
    constraint payment_captured_within_authorised check (captured_minor between 0 and authorised_minor),
    constraint payment_captured_has_money check ((captured_minor > 0) = (status = 'captured')),
    constraint payment_captured_for_booking check (status <> 'capture_sent' or booking_id is not null),
    -- Refunds under way count as spent: two at once can't pay out more than came in.
    constraint payment_refunds_within_captured check (
        refunding_minor >= 0 and refunded_minor >= 0 and refunding_minor + refunded_minor <= captured_minor
    ),
    constraint payment_key_once unique (mode, brand, principal, idempotency_key),
    constraint payment_intent_once unique (mode, intent_id)
);

-- A booking is paid once.
create unique index payment_booking_paid_once on payment (booking_id)
where status in ('capture_sent', 'captured');

-- The settler's queue.
create index payment_settle_idx on payment (settle_at) where settle_at is not null;

-- A principal's own payments, newest first: open ones, and recent declines.
create index payment_principal_idx on payment (principal, created_at desc);

-- The sweeper's queue.
create index payment_unclaimed_idx on payment (created_at) where status = 'authorised' and booking_id is null;

-- What happened to a payment, one row a change. Never updated.
create table payment_event (
    payment_id uuid not null,
    version bigint not null,
    from_status text not null,
    to_status text not null,
    -- Who moved it: a call, the sweeper, the settler.
    cause text not null,
    at timestamptz not null,
    constraint payment_event_pkey primary key (payment_id, version),
    constraint payment_event_payment_fkey foreign key (payment_id) references payment (id)
);

-- What was sent to the provider. A row is written before each call; n grows only once the last is closed.
create table payment_attempt (
    payment_id uuid not null,
    -- create, confirm, capture, cancel, or refund-<seq>.
    op text not null,
    n integer not null,
    -- The Idempotency-Key of the call.
    key text not null,
    prepared_at timestamptz not null,
    -- Null while the provider may still be working on it under this key.
    answered_at timestamptz,
    class text,
    http_status integer,
    -- What the provider's support asks for.
    request_id text,
    constraint payment_attempt_pkey primary key (payment_id, op, n),
    constraint payment_attempt_key_once unique (key),
    constraint payment_attempt_class_known check (class in ('done', 'definitely_not', 'unknown')),
    constraint payment_attempt_payment_fkey foreign key (payment_id) references payment (id)
);

create table refund (
    payment_id uuid not null,
    -- The how-manieth of its payment.
    seq integer not null,
    -- One key, one refund.
    idempotency_key text not null,
    amount_minor bigint not null,
    status text not null,
    provider_id text,
    created_at timestamptz not null,
    constraint refund_pkey primary key (payment_id, seq),
    constraint refund_key_once unique (payment_id, idempotency_key),
    constraint refund_amount_positive check (amount_minor > 0),
    constraint refund_status_known check (status in ('sent', 'done', 'refused')),
    constraint refund_payment_fkey foreign key (payment_id) references payment (id)
);
