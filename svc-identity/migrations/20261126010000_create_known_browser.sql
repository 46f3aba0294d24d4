-- Browsers in which the owner of an account has given the right password, or opened a mailed link. Their attempts at the
-- password are counted apart, so that nobody elsewhere can keep the owner out.
create table known_browser (
    -- SHA-256 of the token in the browser's cookie. One browser may be known for several accounts.
    token_hash bytea not null,
    account_id uuid not null,
    -- The password or link last given.
    proved_at timestamptz not null,
    constraint known_browser_pkey primary key (token_hash, account_id),
    constraint known_browser_token_hash_check check (length(token_hash) = 32),
    constraint known_browser_account_id_fkey foreign key (account_id) references account (id) on delete cascade
);

-- A new password ends all of an account; of too many the oldest go.
create index known_browser_account_id_idx on known_browser (account_id, proved_at);
-- The sweeper removes the old ones.
create index known_browser_proved_at_idx on known_browser (proved_at);
