-- Links by mail that set a password. A used one is deleted, so that it works once.
create table one_time_token (
    -- SHA-256 of the token in the link.
    token_hash bytea not null,
    account_id uuid not null,
    expires_at timestamptz not null,
    constraint one_time_token_pkey primary key (token_hash),
    constraint one_time_token_token_hash_check check (length(token_hash) = 32),
    constraint one_time_token_account_id_fkey foreign key (account_id) references account (id) on delete cascade
);

create index one_time_token_account_id_idx on one_time_token (account_id);
