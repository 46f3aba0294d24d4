-- The sweeper's queue.
create index http_key_created_idx on http_key (created_at);
