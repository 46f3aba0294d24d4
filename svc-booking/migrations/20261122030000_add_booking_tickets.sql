-- Electronic tickets as the airline gives them: [{"passenger_id", "number"}].
alter table booking add column tickets jsonb not null default '[]';
-- When missing ones are looked for again; null where none is missing, and where looking is in vain.
alter table booking add column tickets_due_at timestamptz;

create index booking_tickets_due_idx on booking (tickets_due_at) where tickets_due_at is not null;
