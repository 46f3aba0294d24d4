-- The third part of the tables of platform/events: every service with a database has a copy of it in a later migration.

-- What is old enough to be removed, without reading what is not.
create index outbox_published_at_idx on outbox (published_at) where published_at is not null;
create index inbox_received_at_idx on inbox (received_at);
