-- Tries at a password, or at a reset mail. A try is written before it is judged, and deleted when it was right.
create table attempt (
    id bigint generated always as identity,
    -- SHA-256 of what was tried: people type passwords into the name field.
    subject_hash bytea not null,
    -- An IPv4 address or an IPv6 network of /64; null where no address is known.
    origin text,
    tried_at timestamptz not null,
    constraint attempt_pkey primary key (id)
);

-- Both limits look at the latest tries of one subject or one origin.
create index attempt_subject_hash_idx on attempt (subject_hash, tried_at);
create index attempt_origin_idx on attempt (origin, tried_at) where origin is not null;
-- The sweeper removes the old ones.
create index attempt_tried_at_idx on attempt (tried_at);
