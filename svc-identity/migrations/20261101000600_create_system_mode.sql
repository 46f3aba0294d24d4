-- Whether the whole system sells test or real tickets. Always one row.
create table system_mode (
    is_only boolean not null default true,
    mode text not null,
    -- Grows with every change; who hears of it ignores a lower one.
    version bigint not null,
    constraint system_mode_pkey primary key (is_only),
    constraint system_mode_is_only_check check (is_only),
    constraint system_mode_mode_check check (mode in ('test', 'live'))
);

insert into system_mode (mode, version) values ('test', 1);

-- The audit log of that row: written in the transaction of the change, never updated.
create table mode_change (
    version bigint not null,
    -- The administrator. No cascade: who changed the mode can't be deleted from the record of it.
    account_id uuid not null,
    changed_at timestamptz not null,
    from_mode text not null,
    to_mode text not null,
    constraint mode_change_pkey primary key (version),
    constraint mode_change_account_id_fkey foreign key (account_id) references account (id),
    constraint mode_change_to_mode_check check (to_mode <> from_mode)
);
