-- When the booker went no further at the bank that asks him; null where he did not stop.
alter table booking add column abandoned_at timestamptz;
