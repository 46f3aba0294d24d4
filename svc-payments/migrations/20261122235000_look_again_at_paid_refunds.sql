-- Refunds that were paid before they were looked at again; the settler finds out how often more.
update payment
set settle_at = now()
where settle_at is null and refunded_minor > 0 and not simulated;
