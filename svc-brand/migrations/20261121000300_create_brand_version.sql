-- Every version that a brand has had, so that a change can be undone. Never changed and never removed, not even with
-- the brand: a key that is used again goes on counting, because caches keep the highest version they have seen.
create table brand_version (
    key text not null,
    version bigint not null,
    -- The whole record; null: the brand was deleted.
    record jsonb,
    changed_at timestamptz not null,
    -- The administrator's id; null: not by a person.
    changed_by uuid,
    constraint brand_version_pkey primary key (key, version)
);

insert into brand_version (key, version, record, changed_at)
select
    key,
    version,
    jsonb_build_object(
        'key', key,
        'name', name,
        'logo', logo,
        'theme', theme,
        'contact', contact,
        'social', social,
        'company', company,
        'markup_rate', markup_rate::text,
        'public_url', public_url
    ),
    updated_at
from brand;
