-- What a site looks like and what it adds to a fare. Read and written whole; the program checks every value,
-- because a theme ends in a page's <style>.
create table brand (
    -- A host name or its first label, as the gateway derives it.
    key text not null,
    name text not null,
    -- Empty: the name is set in type.
    logo text not null,
    theme jsonb not null,
    contact jsonb not null,
    social jsonb not null,
    company jsonb not null,
    -- A fraction of the provider's price: 0.23 is 23 %.
    markup_rate numeric(8, 6) not null,
    -- Null: follows from the key and the system's address.
    public_url text,
    -- Grows with every change; caches keep the highest they have seen.
    version bigint not null default 1,
    updated_at timestamptz not null,
    constraint brand_pkey primary key (key),
    -- A key with capitals would never be found: hosts are compared in lower case.
    constraint brand_key_check check (key = lower(key) and key <> ''),
    -- The bounds of the price rule; a typing error here would be charged to travellers.
    constraint brand_markup_rate_check check (markup_rate between 0 and 10)
);
