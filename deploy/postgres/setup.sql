-- Makes one schema and two roles a service: an owner that migrates, and a runtime role that reads and writes rows. One
-- more, monitor, reads statistics of the server (pg_monitor) and no row.
-- Run as superuser in the database of the system. Safe to run again.
-- Passwords are not set here: setup.sh sets them where connections are not trusted.

revoke all on schema public from public;

do $$
declare
    service text;
    owner text;
    runtime text;
begin
    foreach service in array array['booking', 'payments', 'identity', 'brand'] loop
        owner := 'svc_' || service || '_owner';
        runtime := 'svc_' || service;
        if not exists (select from pg_roles where rolname = owner) then
            execute format('create role %I login', owner);
        end if;
        if not exists (select from pg_roles where rolname = runtime) then
            execute format('create role %I login', runtime);
        end if;
        execute format('create schema if not exists %I authorization %I', service, owner);
        execute format('grant usage on schema %I to %I', service, runtime);
        -- SQL names no schema: the role decides where it lands.
        execute format('alter role %I in database %I set search_path = %I', owner, current_database(), service);
        execute format('alter role %I in database %I set search_path = %I', runtime, current_database(), service);
        execute format(
            'alter default privileges for role %I in schema %I grant select, insert, update, delete on tables to %I',
            owner, service, runtime);
        execute format(
            'alter default privileges for role %I in schema %I grant usage on sequences to %I',
            owner, service, runtime);
    end loop;
    if not exists (select from pg_roles where rolname = 'monitor') then
        create role monitor login;
    end if;
    grant pg_monitor to monitor;
end
$$;
