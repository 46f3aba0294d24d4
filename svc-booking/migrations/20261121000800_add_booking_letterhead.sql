-- How the brand signed its mails when the trip was sold: a Letterhead of fareway.booking.v1.
alter table booking add column letterhead bytea;
