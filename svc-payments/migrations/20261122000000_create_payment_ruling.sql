-- What administrators did with payments that a person had to look at. Never updated.
create table payment_ruling (
    payment_id uuid not null,
    n integer not null,
    action text not null,
    -- The administrator's account.
    operator uuid not null,
    -- Where it can be read again: a ticket number of the card provider, the id of a refund made by hand.
    note text not null,
    -- How the payment stood when he looked.
    status text not null,
    version bigint not null,
    at timestamptz not null,
    constraint payment_ruling_pkey primary key (payment_id, n),
    constraint payment_ruling_payment_fkey foreign key (payment_id) references payment (id),
    constraint payment_ruling_action_known check (action in ('ask_again', 'release', 'settled_by_hand'))
);

alter table reconciliation_difference
-- A person has looked into it: it calls nobody again, unless one of the amounts changes.
add column settled_at timestamptz,
add column settled_by uuid,
add column settled_note text;

-- What administrators are shown of a payment.
create index reconciliation_difference_payment_idx on reconciliation_difference (payment_id)
where payment_id is not null;
create index webhook_intent_idx on webhook (mode, intent_id) where intent_id is not null;
