-- What was typed about an offer's passengers and is not booked yet, so that a reload finds it: without passports.
create table kept_passengers (
    mode text not null,
    brand text not null,
    -- user:<uuid> or session:<uuid>, who typed it and alone reads it.
    principal text not null,
    offer_id text not null,
    -- Encrypted: names, birth dates and contacts.
    sealed bytea not null,
    expires_at timestamptz not null,
    constraint kept_passengers_pkey primary key (mode, brand, principal, offer_id)
);

-- The sweeper's queue.
create index kept_passengers_expires_idx on kept_passengers (expires_at);
