-- What visitors wrote to a brand. Written once, never updated.
create table enquiry (
    -- Version 7: the order of ids is the order of arrival.
    id uuid not null,
    -- No foreign key: what was written to a brand outlives it.
    brand_key text not null,
    kind text not null,
    email text not null,
    -- What the kind has no field for, or nobody filled in, is empty.
    name text not null,
    phone text not null,
    reason text not null,
    subject text not null,
    booking_reference text not null,
    message text not null,
    preferred_contact text not null,
    created_at timestamptz not null,
    constraint enquiry_pkey primary key (id),
    constraint enquiry_kind_check check (kind in ('contact', 'support', 'subscribe'))
);

-- An address subscribes to a brand once, whatever its case.
create unique index enquiry_subscription_key on enquiry (brand_key, lower(email)) where kind = 'subscribe';
