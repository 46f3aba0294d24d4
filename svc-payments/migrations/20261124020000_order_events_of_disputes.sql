-- The provider sends events in any order, and only the latest of a dispute says how it stands.
alter table webhook
-- Of the events that tell a person of a dispute: which one it is.
add column dispute_id text,
-- When the provider made the event, to the second.
add column made_at timestamptz;

update webhook
set dispute_id = split_part(detail, ' ', 1),
    made_at = received_at
where detail is not null;

create index webhook_dispute_idx on webhook (mode, dispute_id) where dispute_id is not null;
