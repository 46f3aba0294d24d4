-- Where the money book and the card provider's own books disagree. A person looks at each; nothing is moved for it.
create table reconciliation_difference (
    mode text not null,
    -- The provider's intent or refund.
    object_id text not null,
    what text not null,
    currency text not null,
    ours_minor bigint not null,
    theirs_minor bigint not null,
    -- When the object was made.
    object_at timestamptz not null,
    -- Ours, where it is known here at all.
    payment_id uuid,
    found_at timestamptz not null,
    -- Since when both say the same again.
    resolved_at timestamptz,
    constraint reconciliation_difference_pkey primary key (mode, object_id, what, currency),
    constraint reconciliation_difference_mode_known check (mode in ('test', 'live')),
    constraint reconciliation_difference_what_known check (what in ('held', 'taken', 'refunded'))
);

create index reconciliation_difference_open_idx on reconciliation_difference (found_at) where resolved_at is null;

-- When the books were last compared, so that replicas take turns.
create table reconciliation_run (
    mode text not null,
    began_at timestamptz not null,
    constraint reconciliation_run_pkey primary key (mode)
);
