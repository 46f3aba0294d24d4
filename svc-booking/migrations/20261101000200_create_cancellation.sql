-- What cancelling a booking would pay back, and how far it was taken. A newer quote replaces one that came to nothing.
create table cancellation (
    booking_id uuid not null,
    stage text not null,
    -- The provider's order cancellation.
    quote_id text not null,
    -- The airline's part, the agency's part, and what goes to the card, in the booking's currency.
    fare_minor bigint not null,
    markup_minor bigint not null,
    to_card_minor bigint not null,
    refund_to text not null,
    expires_at timestamptz,
    requested_at timestamptz,
    confirmed_at timestamptz,
    constraint cancellation_pkey primary key (booking_id),
    constraint cancellation_stage_known check (
        stage in ('QUOTED', 'REQUESTED', 'CONFIRM_SENT', 'REFUND_SENT', 'DONE', 'REFUND_FAILED', 'REFUSED')
    ),
    constraint cancellation_refund_to_known check (refund_to in ('card', 'voucher', 'airline_credits')),
    constraint cancellation_sums_not_negative check (
        fare_minor >= 0 and markup_minor >= 0 and to_card_minor >= 0
    ),
    -- No money goes back before the airline has cancelled.
    constraint cancellation_confirmed_before_refund check (
        confirmed_at is not null or stage not in ('REFUND_SENT', 'DONE', 'REFUND_FAILED')
    ),
    constraint cancellation_booking_fkey foreign key (booking_id) references booking (id)
);
