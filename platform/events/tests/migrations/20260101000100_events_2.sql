-- The second part of the tables of platform/events: every service with a database has a copy of it in a later migration.

-- Which events the broker has lost, when it numbers new ones as it had numbered them.
create index outbox_stream_seq_idx on outbox (stream_seq);
