-- What was written in the audit log stays written. A person who closes their account keeps the row of `account` that it
-- refers to, emptied.
create function mode_change_is_written_once() returns trigger language plpgsql as $$
begin
    raise exception 'the audit log of the mode is written once'
        using errcode = 'restrict_violation', constraint = 'mode_change_written_once', table = tg_table_name;
end
$$;

create trigger mode_change_written_once before update or delete or truncate on mode_change
for each statement execute function mode_change_is_written_once();
