-- What administrators said of bookings that a person had to look at. Never updated: evidence, like a provider's answer.
create table ruling (
    booking_id uuid not null,
    n integer not null,
    action text not null,
    -- The administrator's account.
    operator uuid not null,
    -- Where it can be read again: the ticket number of the airline's support, the id of a refund.
    note text not null,
    -- Where the booking stood when he looked.
    state text not null,
    -- The order that he named, as the provider showed it.
    order_id text,
    booking_reference text,
    order_cancellable boolean,
    at timestamptz not null,
    constraint ruling_pkey primary key (booking_id, n),
    constraint ruling_booking_fkey foreign key (booking_id) references booking (id),
    constraint ruling_action_known check (
        action in ('ask_again', 'no_order', 'order_is', 'paid_back', 'dealt_with')
    ),
    constraint ruling_order_named check ((action = 'order_is') = (order_id is not null))
);

-- The ruling that a step rests on.
alter table booking_event add column ruling integer;
alter table booking_event add constraint booking_event_ruling_fkey
foreign key (booking_id, ruling) references ruling (booking_id, n);

-- What a person must look at is little, and asked for often.
create index booking_needs_human_idx on booking (created_at) where needs_human;
