-- no-transaction
-- Who watches a query, or pauses: its fares are kept for them. It serves what is active as well; watch_active_idx stays for
-- the last release.
create index concurrently if not exists watch_open_idx on watch (mode, query) where state <> 'ended';
