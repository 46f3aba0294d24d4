-- When passports and birth dates are forgotten; null once they are. Added without a default: the table is not rewritten.
alter table booking add column erase_at timestamptz;

-- The sweeper's queue.
create index booking_erase_idx on booking (erase_at) where erase_at is not null;
