-- Fills every table with rows that mean nothing, so that the planner has reason to prefer one index to another. It is
-- told that there are a thousand times as many, and nothing of which values are frequent.
do $$
declare
    made record;
    few_values text[] := string_to_array(current_setting('testkit.few_values'), ' ');
begin
    -- Foreign keys and triggers are not looked at.
    set session_replication_role = replica;
    for made in
        select
            attrelid::regclass as name,
            string_agg(quote_ident(attname), ', ' order by attnum) as columns,
            string_agg(
                case when attnotnull then value else format('case when n %% 2 = 0 then %s end', value) end,
                ', ' order by attnum
            ) as row
        from pg_attribute
        join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
        cross join lateral (
            select case
                when attname = any(few_values) then '''few '' || n % 2'
                when atttypid = 'boolean'::regtype then 'n % 100 = 0'
                when atttypid = 'numeric'::regtype then '0'
                when atttypid = 'uuid'::regtype then 'md5(n::text)::uuid'
                when atttypid = 'bytea'::regtype then 'decode(md5(n::text), ''hex'')'
                when atttypid = 'date'::regtype then 'current_date - n::int'
                when atttypid = 'timestamptz'::regtype then 'now() - n * interval ''1 day'''
                when typcategory = 'A' or atttypid = 'jsonb'::regtype
                    then '''{}''::' || format_type(atttypid, atttypmod)
                else 'n::text::' || format_type(atttypid, atttypmod)
            end as value
            from pg_type
            where pg_type.oid = atttypid
        ) as of_type
        where attnum > 0 and not attisdropped and attgenerated = ''
        group by attrelid
    loop
        execute coalesce(
            (
                select string_agg(format('alter table %s drop constraint %I', made.name, conname), ';')
                from pg_constraint
                where conrelid = made.name and contype = 'c'
            ),
            ''
        );
        execute format(
            'insert into %s (%s) overriding system value select %s from generate_series(1, 2000) as n'
            || ' on conflict do nothing',
            made.name, made.columns, made.row
        );
    end loop;
end
$$;
analyze;
update pg_statistic
set stakind1 = 0, stakind2 = 0, stakind3 = 0, stakind4 = 0, stakind5 = 0
where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
update pg_class set reltuples = reltuples * 1000 where relnamespace = 'public'::regnamespace;
