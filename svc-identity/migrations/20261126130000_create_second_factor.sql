-- The second factor of an administrator: a secret that is shared with an authenticator app (RFC 6238).
create table second_factor (
    account_id uuid not null,
    -- Encrypted with SECOND_FACTOR_KEY, and bound to the account: it opens in no other row.
    sealed_secret bytea not null,
    -- The time step of the last code that was accepted, counted from 1970 by 30 s. A code of this or an earlier step is
    -- refused, so that each works once.
    last_step bigint not null,
    enrolled_at timestamptz not null,
    constraint second_factor_pkey primary key (account_id),
    constraint second_factor_account_id_fkey foreign key (account_id) references account (id) on delete cascade
);

-- A secret that was shown once and waits for its first code. Until then the factor before it, if any, counts.
create table second_factor_enrolment (
    account_id uuid not null,
    -- Only the session that was shown the secret may confirm it. A session that has ended confirms nothing.
    session_id uuid not null,
    sealed_secret bytea not null,
    expires_at timestamptz not null,
    constraint second_factor_enrolment_pkey primary key (account_id),
    constraint second_factor_enrolment_account_id_fkey
        foreign key (account_id) references account (id) on delete cascade
);

-- Codes for when the device is lost. A used one is deleted, so that it works once.
create table recovery_code (
    account_id uuid not null,
    -- SHA-256 of the code.
    code_hash bytea not null,
    constraint recovery_code_pkey primary key (account_id, code_hash),
    constraint recovery_code_code_hash_check check (length(code_hash) = 32),
    constraint recovery_code_account_id_fkey
        foreign key (account_id) references second_factor (account_id) on delete cascade
);
