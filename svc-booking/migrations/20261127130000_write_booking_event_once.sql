-- What happened to a booking stays written. It names no person, so erasing one changes none of it.
create function booking_event_is_written_once() returns trigger language plpgsql as $$
begin
    raise exception 'the history of a booking is written once'
        using errcode = 'restrict_violation', constraint = 'booking_event_written_once', table = tg_table_name;
end
$$;

create trigger booking_event_written_once before update or delete or truncate on booking_event
for each statement execute function booking_event_is_written_once();
