-- Webhooks that were verified. Only their names are kept: they say that something changed, the provider says what.
create table webhook (
    provider text not null,
    mode text not null,
    event_id text not null,
    kind text not null,
    offer_id text,
    order_id text,
    received_at timestamptz not null,
    constraint webhook_pkey primary key (provider, mode, event_id),
    constraint webhook_mode_known check (mode in ('test', 'live'))
);

-- Word of an order's failure, and whether webhooks arrive at all.
create index webhook_offer_idx on webhook (mode, offer_id) where offer_id is not null;
create index webhook_received_idx on webhook (mode, received_at);
