-- Airline credits with their codes, sealed as travellers are; null where the airline gave none.
alter table cancellation add column credits bytea;
-- Provider's ids of credits that a webhook reported: a cancellation need not list them.
alter table cancellation add column reported_credits text[] not null default '{}';
-- When missing codes are looked for again; null where none is missing, and where looking is in vain.
alter table cancellation add column credits_due_at timestamptz;

create index cancellation_credits_due_idx on cancellation (credits_due_at) where credits_due_at is not null;
create index cancellation_credits_kept_idx on cancellation (confirmed_at) where credits is not null;
