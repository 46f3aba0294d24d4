### The mails of a brand: what visitors write to it, and what it writes about watched prices.

## To a brand, about enquiries

sender = Enquiries
contact_subject = A message from the contact page
support_subject = A message from the support page
subscriber_subject = A new subscriber
# A field of the form and what the visitor typed.
line = { $label }: { $value }
name = Name
e_mail = E-mail
phone = Phone
answer_by = Answer by
reason = Reason
subject = Subject
booking_reference = Booking reference

## To those who watch a price

watch_confirm_title = Start watching this price
watch_you_asked = You asked us to watch the price of this trip:
watch_confirm_call = To start, open this link within 24 hours:
watch_confirm_button = Start watching
watch_not_you = If it wasn't you, ignore this e-mail. We won't watch anything.
watch_started_title = You're watching this price
watch_started = We're now watching the price of this trip:
watch_mails_once = We'll e-mail you once, when the price first falls enough, and then stop watching.
watch_mails_again = We'll e-mail you when the price falls enough, at most once a day.
watch_what_counts = We write when the price is lower by at least 5%, and by at least 10 in its currency, such as $10 or €10.
watch_list_call = See what it costs now:
watch_list_button = Your watched prices
# On a link of its own.
watch_list = See all your watched prices
watch_stop = Stop watching this price
watch_limit_title = You're already watching ten prices
watch_limit = You asked us to watch another price, but you're already watching ten. End one of them, then try again:
# The subject of a mail, such as: London (LHR) to New York (JFK) is now $612.
watch_fell_subject = { $trip } is now { $price }
watch_fell_title = The price fell to { $price }
watch_fell = The trip you're watching now costs { $price }. It was { $before } before. Both prices are without added bags.
# A moment in UTC, the time with hours from 00 to 23.
watch_seen_at = Seen on { $day } at { $time } UTC.
watch_price_moves = Fares change. The price holds when you book.
watch_search_call = See the flights:
watch_search_button = See flights
watch_goes_on = We'll e-mail you when it next falls enough.
watch_is_over = This was our last e-mail about this price. To hear when it falls again, watch the trip again.

## A trip

route = { $from } to { $to }
one_way_on = { $day }, one way
round_trip_on = { $out } to { $back }
adults =
    { $count ->
        [one] 1 adult
       *[other] { $count } adults
    }
children =
    { $count ->
        [one] 1 child
       *[other] { $count } children
    }
infants =
    { $count ->
        [one] 1 infant
       *[other] { $count } infants
    }
economy = Economy
premium_economy = Premium economy
business = Business
first_class = First class
