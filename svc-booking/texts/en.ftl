### What mails, itineraries and calendars say of a booking. Sums, days and times are arguments, written for the reader.

## In every mail

hi = Hi { $name },
# A label and what it stands for, in plain text.
line = { $label }: { $value }
questions = Questions? Call { $phone }.
test_notice = This is a test booking. Its ticket numbers are not real, and no card was really charged.

## A trip

# In the place of a name that is not known.
the_airline = the airline
traveler = traveler
route = { $from } to { $to }
route_on_day = { $from } to { $to } on { $day }
stops =
    { $count ->
        [0] nonstop
        [one] 1 stop
       *[other] { $count } stops
    }
day_and_stops =
    { $count ->
        [0] { $day }, nonstop
        [one] { $day }, 1 stop
       *[other] { $day }, { $count } stops
    }
# How long something takes, as short as can be: 2h, 45m, 2h 30m.
hours = { $hours }h
minutes = { $minutes }m
hours_and_minutes = { $hours }h { $minutes }m
your_flights = Your flights
your_flights_in_local_time = Your flights (local times)
times_are_local = All times are local to the airport.
outbound = Outbound: { $route }
return_flight = Return: { $route }
operated_by = { $flight }, operated by { $operator }
airport = { $name } ({ $code })
airport_terminal = { $name } ({ $code }), terminal { $terminal }
departs = Departs
arrives = Arrives
date_and_time = { $date }, { $time }
departs_from = { $date } { $time } from { $place }
arrives_at = { $date } { $time } to { $place }

## Bags

bags_each = Bags for each passenger
# As the site says it: webapp/messages/en/components/offer/price.json.
lap_infant_bags = Bags are for travelers with their own seat. For an infant on a lap, ask the airline.
# Bags that were bought in addition, each with its passenger: 2 checked bags, 23 kg, Ada Byron.
extra_bags = Extra bags
no_bags = no bags beyond what fits under the seat
checked_bags =
    { $count ->
        [one] 1 checked bag
       *[other] { $count } checked bags
    }
cabin_bags =
    { $count ->
        [one] 1 cabin bag
       *[other] { $count } cabin bags
    }
ask_about_checked_bags = ask the airline about checked bags
ask_about_cabin_bags = ask the airline about cabin bags
ask_about_all_bags = ask the airline about checked and cabin bags
bags_and_question = { $bags }; { $question }
# Of a bag that was bought, in a list: 2 checked bags, 23 kg, outbound flight, Ada Byron.
bag_weight = { $kg } kg
bag_on_outbound = outbound flight
bag_on_return = return flight
bag_on_whole_trip = whole trip

## Passengers

passengers = Passengers
adult = Adult
child = Child
infant = Infant
# In a list: on Ada's lap. The adult's first name, the last where they have only one, both where two are called alike.
on_lap_of = on { $name }'s lap
seat_on_flight = { $seat } on { $flight }
seat = seat { $seats }
e_ticket = e-ticket { $tickets }
# On a line of its own.
e_ticket_line = E-ticket { $tickets }

## Price and rules

price_and_rules = Price and rules
base_fare = Base fare
taxes_and_fees = Taxes and fees
seats = Seats
bags = Bags
total = Total
total_charged = Total charged
paid_with = Paid with
# The brand is a name, like Visa.
card_ending = { $brand } ending { $last4 }
unknown_card_ending = Card ending { $last4 }
fee_included = Includes our { $fee } booking fee, refunded if you cancel online within 24 hours.
change_before_departure = Change before departure
cancel_before_departure = Cancel before departure
rule_unknown = Ask the airline
rule_not_changeable = Not changeable
rule_non_refundable = Non-refundable; the airline may give credit
rule_free = Allowed without a fee
rule_for_a_fee = Allowed for { $fee }
rule_maybe_for_a_fee = Allowed, the airline may charge a fee
emissions_label = CO2
# What the flights emit for each traveler with a seat.
emissions = { $kg } kg each
emissions_not_stated = Not stated

## Before the flight

check_in_opens = Online check-in opens with { $airline } 24-48 hours before departure.
check_documents = Please check what passports and visas your trip needs.
test_cannot_fly = A test booking can't be checked in or flown.

## The mail of a confirmation

confirmed_subject = Your booking { $reference } is confirmed
confirmed_title = Your booking is confirmed
confirmed = Your booking is confirmed. Your airline booking reference is { $reference }.
# The reference follows in large type.
confirmed_hi = Hi { $name }, your airline booking reference is
use_the_reference = Use it with your last name to manage your trip on the airline's website.
open_your_trip = Open your trip
open_now = Open this trip now: { $address }
link_lives_a_week = This link works once and expires in 7 days.
see_your_trip = See your trip
what_happens_next = What happens next
get_a_new_link = To see or cancel this trip later, get a new link: { $address }
get_a_new_link_here = To see or cancel this trip later, { $link }get a new link{ $end }.
in_my_trips = See or cancel this trip in My Trips: { $address }
in_my_trips_here = See or cancel this trip in { $link }My Trips{ $end }.
attached_both = Attached: your itinerary (PDF) and the flights for your calendar.
attached_itinerary = Attached: your itinerary (PDF).
attached_flights = Attached: the flights for your calendar.
attached_cancellation = Attached: an update that cancels the flights in your calendar.

## The mail of a cancellation

cancelled_subject = Your booking { $reference } is cancelled
cancelled_title = Your booking is cancelled
cancelled = Your booking { $reference } is cancelled.
cancelled_hi = Hi { $name }, your booking { $reference } is cancelled.
your_refund = Your refund
paid = Paid
paid_by_card = { $total } ({ $card })
not_refunded = Not refunded
refund_to_card = Refund to your card
fare = Fare
taxes = Taxes
booking_fee = Our booking fee
airline_keeps = The airline keeps
from_the_airline = From the airline
nothing_to_card = Nothing goes back to your card.
to_card_by = { $sum } goes back to your card. Expect it by { $day }: banks take up to { $days } business days.
to_card = { $sum } goes back to your card. Banks take up to { $days } business days.
gives_credit = The airline gives you { $sum } as airline credit for its flights.
gives_voucher = The airline gives you { $sum } as a voucher for its flights.

## Airline credit

airline_credit = Airline credit
airline_voucher = Airline voucher
airline_credit_for = Airline credit for { $holder }
credit_kind = Kind
credit_code = Code
credit_amount = Amount
credit_issued_on = Issued on
code_not_issued = Not issued yet. We'll e-mail you when the airline issues it.
code_not_issued_line = Code: not issued yet. We'll e-mail you when the airline issues it.
give_this_code = Give the code to the airline when you book your next flight. Ask the airline when the credit expires.
code_issued_title = Your airline credit code
code_issued = The airline has issued the code for your airline credit. It is for your cancelled trip { $trip }.
code_issued_hi = Hi { $name }, the airline has issued the code for your airline credit. It is for your cancelled trip { $trip }.

## The mail of a booking that failed

failed_title = We couldn't complete your booking
failed = We couldn't book { $trip } for { $total }. You don't have a booking on these flights.
failed_hi = Hi { $name }, we couldn't book { $trip } for { $total }. You don't have a booking on these flights.
your_card = Your card
what_you_can_do = What you can do
search_again = Search again
may_be_available = These flights may still be available. You'll need to enter your card again.
refunded_after_failure = We've refunded { $total }. Banks take up to { $days } business days to show it.
not_charged = You haven't been charged. Any pending charge will disappear within a few days.
hold_released = You haven't been charged. We've released the hold of { $total } on your card. Any pending charge will disappear within a few days.
hold_released_by = You haven't been charged. We've released the hold of { $total } on your card. Any pending charge will disappear within a few days, by { $day } at the latest.

## Why a booking failed, without a word of the money

payment_failed = The payment did not go through. Please try another card.
not_confirmed_at_bank = Your bank did not confirm this payment with you. Please try again or use another card.
cards_unavailable = We can't take cards at the moment. Please call us to book.
payment_not_for_booking = This payment can't be used for this booking. Please enter your card again.
payment_cancelled = You cancelled this payment.
# The specification has this sentence.
offer_expired = This flight offer has expired. Please select another flight.
documents_unsupported = For this flight the airline takes no passports and asks for another identity document, which we can't send. Please choose another flight.
price_changed = The price of this flight has changed. Please look at it again.
airline_refused = The airline could not confirm this booking.
seat_taken = A seat you chose has just been taken. Please choose another one.
bag_unavailable = The airline no longer sells a bag you chose. Please choose again.
seat_or_bag_unavailable = The airline no longer sells a seat or bag you chose. Please choose again.
same_names = The airline doesn't accept two passengers with the same name.
name_refused = The airline doesn't accept a passenger's name or title.
phone_refused = The airline doesn't accept the phone number.
email_refused = The airline doesn't accept the e-mail address.
age_refused = A passenger's age doesn't fit this fare. Please search again.
airline_unreached = We can't reach the airline right now, so nothing was booked. Please search again in a few minutes.
sales_closed = We can't book flights at the moment, and we are working on it. Please come back later.

## What a failure means for the money

# After a reason, which is one or more whole sentences.
nothing_charged = { $reason } Nothing has been charged.
failed_and_paid_back = This booking could not be completed. What was taken from your card has been paid back.
failed_and_owed = This booking could not be completed. What was taken from your card could not be paid back to it. Our team is arranging another way to pay you and will e-mail you when it's done.

## The mails of a refund that did not reach its card

refund_of_trip = This is about your trip { $trip }.
refund_of_trip_hi = Hi { $name }, this is about your trip { $trip }.
refund_came_back_title = Your refund of { $sum } did not reach your card
refund_came_back = We couldn't pay your refund of { $sum } to the card you booked with. Our team is arranging another way to pay you and will e-mail you when it's done.
refund_paid_title = Your refund of { $sum } has been paid
refund_paid = We've paid your refund of { $sum }, but not to the card you booked with. It can take a few days to arrive.

## The mail of links that a guest asked for

links_title = Your trip link
links_asked = You asked for a link to your trip. It works once and expires in 30 minutes.
link_heading = { $route }, booking { $reference }
open_this_trip = Open this trip
add_to_account = If a trip is not in your account yet, log in on its page and choose “Add to My Trips”.
not_you = If it wasn't you, ignore this e-mail. Nobody can open your trip without it.

## Mails to the person on duty: why a booking needs a decision, as its card in the administration says it

cases_subject = { $count ->
    [one] A booking needs a decision
   *[other] { $count } bookings need a decision
}
case_await_3ds = The bank asked the cardholder to confirm the payment. They haven't answered.
case_auth_sent = The card provider hasn't told us whether the money is held.
case_order_unknown = We sent the order once and don't know whether the airline has it. The money is held until the hold ends.
case_capture_sent = The airline has an order. We don't know whether the money was taken.
case_cancel_sent = The airline has an order that can't be paid for. Ask the airline to cancel it, then press “Check again now”.
case_void_sent = The airline has no order, and the money hasn't gone back yet.
case_confirm_unknown = We don't know whether the airline cancelled.
case_refund_sent = The airline cancelled. We don't know whether the refund was made.
case_refund_failed = The airline cancelled, but the refund to the card failed.
case_ticketed = The airline changed or cancelled this trip. The traveler's page still shows what we sold.
case_refused = The airline didn't cancel. This came up while we weren't sure.
case_failed = We ended this booking with nothing held. Then the airline reported an order.
case_refund_returned = The booking failed and its money was paid back. Then the bank sent it back to us.
case_otherwise = Read “What happened” on its card.

## The itinerary as PDF

itinerary = Itinerary
itinerary_of = Itinerary { $reference }
cancelled_itinerary = Cancelled itinerary
cancelled_itinerary_of = Cancelled itinerary { $reference }
booking_reference = Booking reference
sold_by = Sold by
airline = Airline
departs_when = Departs { $time }, { $date }
arrives_when = Arrives { $time }, { $date }
good_to_know = Good to know
page_of = { $number } of { $count }

## Flights in a calendar

flight_title = { $flight } { $from } to { $to }
reference_line = Booking reference { $reference }
times_line = Departs { $from } at { $departs }, arrives { $to } at { $arrives } (local times)
operator_line = Operated by { $operator }
reminder = Flight { $flight } to { $city } departs in 3 hours
