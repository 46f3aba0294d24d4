-- A guest's session that was never used again after the request that opened it. It ends within an hour: visitors without
-- cookies, most of them programs, open one with each offer that they read. Sessions of before this step last as they did.
alter table session add column is_short_lived boolean not null default false;

-- The sweeper removes these without reading the others.
create index session_short_lived_idx on session (seen_at) where is_short_lived;
