\set f random(1, 1000)
\set u random(1, 5000)
begin;
update inventory set seats_left = seats_left - 1 where flight_id = :f and seats_left > 0 returning price_minor;
insert into bookings (id, flight_id, user_id, idem_key, amount_minor, status) values (gen_random_uuid(), :f, 'u' || :u, gen_random_uuid()::text, 12345, 'confirmed');
insert into outbox (subject, payload) values ('booking.created', '{"id":"0192f3c4-8a00-7b11-9c3d-5e8f0a1b2c10","flight":1,"amount":12345}');
commit;
