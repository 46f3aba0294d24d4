-- Prices that somebody watches. A watch goes with its brand, and 30 days after its end.
create table watch (
    id uuid not null,
    mode text not null,
    brand_key text not null,
    -- As it was typed: mails go there.
    email text not null,
    -- By which it is known again, whatever its case.
    email_key text not null,
    -- The account in which it was made, which has proved the address; nothing for anybody else's.
    user_id uuid,
    -- The account that asked for it, whosever the address is: the watch goes with the account.
    asked_by uuid,
    -- The trip by the name that its search has. What follows says the same.
    query text not null,
    origin text not null,
    destination text not null,
    departs_on date not null,
    returns_on date,
    cabin text not null,
    adults smallint not null,
    children smallint not null,
    infants smallint not null,
    ages smallint[] not null,
    -- Of the two amounts; nothing until a price was seen.
    currency text,
    first_minor bigint,
    told_minor bigint,
    -- Tell of further falls too.
    again boolean not null,
    state text not null,
    ended_because text,
    ended_at timestamptz,
    -- When its owner proved the address.
    confirmed_at timestamptz,
    mails integer not null default 0,
    last_mail_at timestamptz,
    created_at timestamptz not null,
    constraint watch_pkey primary key (id),
    -- Two tabs make one watch.
    constraint watch_trip_key unique (brand_key, email_key, mode, query),
    constraint watch_brand_key_fkey foreign key (brand_key) references brand (key) on delete cascade,
    constraint watch_mode_check check (mode in ('test', 'live')),
    constraint watch_state_check check (state in ('pending', 'active', 'paused', 'ended')),
    constraint watch_ended_check check ((state = 'ended') = (ended_at is not null and ended_because is not null)),
    constraint watch_prices_check check ((currency is null) = (first_minor is null)
        and (currency is null) = (told_minor is null))
);

-- Who watches a query: one look serves all.
create index watch_active_idx on watch (mode, query) where state = 'active';
create index watch_user_id_idx on watch (user_id) where user_id is not null;
create index watch_asked_by_idx on watch (asked_by) where asked_by is not null;
-- What the sweeper ends and removes.
create index watch_departs_on_idx on watch (departs_on) where state <> 'ended';
create index watch_ended_at_idx on watch (ended_at) where state = 'ended';
create index watch_pending_idx on watch (created_at) where state = 'pending';

-- The links of mails. Each mail has one of its own, of which only the hash is kept.
create table watch_link (
    token_hash bytea not null,
    watch_id uuid not null,
    -- 'confirm' starts the watch. The others list and change those of its address, and say what they went out with.
    purpose text not null,
    -- Nothing while the watch is kept.
    expires_at timestamptz,
    created_at timestamptz not null,
    constraint watch_link_pkey primary key (token_hash),
    constraint watch_link_watch_id_fkey foreign key (watch_id) references watch (id) on delete cascade,
    constraint watch_link_purpose_check check (purpose in ('confirm', 'started', 'told', 'limit', 'list'))
);

create index watch_link_watch_id_idx on watch_link (watch_id);

-- What is watched, while somebody does: when it is asked about, and when it is looked at.
create table watched_query (
    mode text not null,
    query text not null,
    next_ask_at timestamptz not null,
    next_look_at timestamptz not null,
    looked_at timestamptz,
    constraint watched_query_pkey primary key (mode, query)
);

create index watched_query_next_ask_at_idx on watched_query (mode, next_ask_at);

-- What was seen of a watched query on each day, as the provider sells it: the newest of the day.
create table watched_fare (
    mode text not null,
    query text not null,
    day date not null,
    total_minor bigint not null,
    tax_minor bigint not null,
    currency text not null,
    seen_at timestamptz not null,
    constraint watched_fare_pkey primary key (mode, query, day)
);

create index watched_fare_day_idx on watched_fare (day);
