-- Whose bookings are held: each worker looks every second whether one of the others has died.
create index booking_lease_owner_idx on booking (lease_owner) where lease_owner is not null;
