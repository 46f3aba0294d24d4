-- Searches that the watches of a brand have sent on a day: its budget holds over all replicas. The last days are kept.
create table watch_look (
    mode text not null,
    brand_key text not null,
    -- In UTC.
    day date not null,
    looks integer not null,
    -- The brand first: what goes with it is found by its key.
    constraint watch_look_pkey primary key (brand_key, mode, day),
    constraint watch_look_brand_key_fkey foreign key (brand_key) references brand (key) on delete cascade,
    constraint watch_look_mode_check check (mode in ('test', 'live')),
    constraint watch_look_looks_check check (looks >= 0)
);

-- What was looked up today before this release counts too, once a query.
insert into watch_look (brand_key, mode, day, looks)
select watch.brand_key, watch.mode, (now() at time zone 'UTC')::date, count(distinct watch.query)
from watched_query
join watch on watch.mode = watched_query.mode and watch.query = watched_query.query and watch.state = 'active'
where watched_query.looked_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
group by watch.brand_key, watch.mode;
