-- Links by which a guest gets back to his trip. Once opened, a row is the session's right to the booking.
create table guest_link (
    -- SHA-256 of the token, which stands in the mail alone.
    token_hash bytea not null,
    booking_id uuid not null,
    created_at timestamptz not null,
    -- Of the link until it is opened, of the session's right from then on.
    expires_at timestamptz not null,
    -- session:<uuid>, the only one that the link ever opens the booking to.
    opened_by text,
    constraint guest_link_pkey primary key (token_hash),
    constraint guest_link_booking_fkey foreign key (booking_id) references booking (id)
);

-- Who may see a booking, and how many links it was given lately.
create index guest_link_booking_idx on guest_link (booking_id);
-- The sweeper's queue.
create index guest_link_expires_idx on guest_link (expires_at);

-- Guests know a booking by its reference, of which pages show the first eight characters.
create index booking_reference_idx on booking (mode, brand, left(upper(booking_reference), 8))
where booking_reference is not null;
