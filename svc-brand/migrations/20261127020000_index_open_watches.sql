-- Who watches a query, or pauses: its fares are kept for them.
create index watch_open_idx on watch (mode, query) where state <> 'ended';
-- What is active has not ended either.
drop index watch_active_idx;
