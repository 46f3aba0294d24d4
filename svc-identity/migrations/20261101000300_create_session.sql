-- Who holds which token. The token itself is never stored: who reads this table can't use a row of it.
create table session (
    -- Stays the same when a guest signs in, so that what he made as a guest stays his.
    id uuid not null,
    -- SHA-256 of the token.
    token_hash bytea not null,
    -- Under another brand the token says nothing.
    brand text not null,
    -- Null: a guest.
    account_id uuid,
    -- Of the sign-in, or of a guest's first visit: the absolute limit counts from here.
    started_at timestamptz not null,
    -- To the minute: the idle limit counts from here.
    seen_at timestamptz not null,
    -- When the password was last given in this session.
    proved_at timestamptz,
    constraint session_pkey primary key (id),
    constraint session_token_hash_key unique (token_hash),
    constraint session_token_hash_check check (length(token_hash) = 32),
    constraint session_proved_at_check check (proved_at is null or account_id is not null),
    -- An account that goes takes its sessions with it.
    constraint session_account_id_fkey foreign key (account_id) references account (id) on delete cascade
);

-- A new password ends all sessions of an account.
create index session_account_id_idx on session (account_id) where account_id is not null;
-- The sweeper removes what has ended.
create index session_seen_at_idx on session (seen_at);
