-- Refunds of late that were paid before they were looked at again; the settler finds out how often more. Over a day, so
-- that they stand in nobody's way.
update payment
set settle_at = now() + random() * interval '1 day'
where settle_at is null
    and refunded_minor > 0
    and not simulated
    and exists (select from refund where payment_id = payment.id and created_at > now() - interval '45 days');
