create table inventory (
    flight_id int primary key,
    seats_left int not null check (seats_left >= 0),
    price_minor bigint not null
) with (fillfactor = 50);
insert into inventory select n, 100000000, 10000 + n from generate_series(1, 1000) n;
create table bookings (
    id uuid primary key,
    flight_id int not null references inventory,
    user_id text not null,
    idem_key text not null unique,
    amount_minor bigint not null,
    status text not null,
    created_at timestamptz not null default now()
);
create index on bookings (user_id, created_at);
create table outbox (
    id bigserial primary key,
    subject text not null,
    payload text not null,
    created_at timestamptz not null default now()
);
analyze inventory;
