-- The tables of platform/events. Every service with a database starts its migrations with a copy of this file.

-- What this service has to tell. A row is written in the transaction of the change it tells of.
create table outbox (
    -- The order of writing, which is not the order of commits: consumers go by `version`.
    seq bigint generated always as identity,
    -- Also the message's Nats-Msg-Id and the consumer's inbox key.
    id uuid not null,
    subject text not null,
    payload bytea not null,
    -- Of the thing told about; a consumer ignores a lower one.
    version bigint not null,
    created_at timestamptz not null,
    published_at timestamptz,
    -- Where the message stands in the stream.
    stream_seq bigint,
    constraint outbox_pkey primary key (seq),
    constraint outbox_id_key unique (id)
);

-- The relay reads only what is not published yet, in order.
create index outbox_unpublished_idx on outbox (seq) where published_at is null;

-- What this service has heard: one row an event and consumer, in the transaction of the effect.
create table inbox (
    consumer text not null,
    event_id uuid not null,
    received_at timestamptz not null default now(),
    constraint inbox_pkey primary key (consumer, event_id)
);

-- Events whose effect failed again and again; a person looks at them.
create table dead_letter (
    consumer text not null,
    event_id uuid not null,
    subject text not null,
    payload bytea not null,
    error text not null,
    parked_at timestamptz not null default now(),
    constraint dead_letter_pkey primary key (consumer, event_id)
);
