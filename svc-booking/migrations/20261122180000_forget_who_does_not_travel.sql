-- New ones are forgotten by the step that ends them; these had ended before.
update booking
set erase_at = least(erase_at, now() + interval '1 day')
where erase_at is not null
    and (state = 'FAILED' or id in (select booking_id from cancellation where stage in ('DONE', 'REFUND_FAILED')));
