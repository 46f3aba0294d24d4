-- Brands whose guests' cards are refused unread, because too many brought no money.
create table brand_closure (
    mode text not null,
    brand text not null,
    until timestamptz not null,
    constraint brand_closure_pkey primary key (mode, brand),
    constraint brand_closure_mode_known check (mode in ('test', 'live'))
);
