-- Accounts that were closed, for as long as a booking of theirs may be under way or still come in.
create table closed_account (
    account_id uuid not null,
    closed_at timestamptz not null,
    constraint closed_account_pkey primary key (account_id)
);

-- The account that had the booking is closed. Passports, birth dates and contacts go as soon as the trip is over and
-- nothing is owed to anybody.
alter table booking add column account_closed boolean not null default false;
