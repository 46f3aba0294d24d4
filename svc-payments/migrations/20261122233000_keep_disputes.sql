alter table webhook
-- What a person needs to answer a dispute; of other events nothing.
add column detail text;

-- A dispute of a charge that no payment of ours stands for is a difference too, and only a person ends it.
alter table reconciliation_difference
add column detail text,
drop constraint reconciliation_difference_what_known,
add constraint reconciliation_difference_what_known check (what in ('held', 'taken', 'refunded', 'disputed'));
