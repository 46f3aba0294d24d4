### What the mails about accounts say. None quotes what the maker of an account typed.

## Registrations

confirm_title = Confirm your e-mail address
account_made = An account was made with this e-mail address.
confirm = If it's yours, open this link and confirm the address:
confirm_button = Confirm this address
confirm_other_uses = Until you confirm the address, we send at most one more e-mail a day about the account. If you forget your password, the same link lets you choose a new one.
not_your_account = If you didn't make an account, don't confirm anything. There's nothing else to do.

## Passwords

choose_title = Choose a new password
you_asked = You asked for a new password for your account.
choose_in_half_an_hour = To choose one, open this link within 30 minutes:
choose_in_a_day = To choose one, open this link within 24 hours:
password_stays = If it wasn't you, ignore this e-mail. Your password stays the same.
choose = To choose your password, open this link:
choose_button = Choose a password
link_lives_a_week = This link works once and expires in 7 days.
changed_title = Your password was changed
changed = The password for your account was changed, and all other devices were signed out. If it was you, there's nothing to do.
changed_by_another = If it wasn't you, someone else knows your password. Choose a new one now:
changed_of_administrator = If it wasn't you, someone else has your account. Tell the operator of the booking system now.
choose_new_button = Choose a new password
ended_title = Choose your password
ended = You opened a link that we e-mailed to you, so we know that this e-mail address is yours. To keep the account safe, we ended its first password and signed out all other devices.

## Closed accounts

closed_title = Your account is closed
closed = We closed your account as you asked, erased your profile and signed out all devices. Trips you haven't taken yet are still booked.
closed_open_trip = To open one, enter its booking reference and this e-mail address:
closed_find_trip = Find your trip
closed_by_another = If it wasn't you, someone else knew your password. Please contact us.
closed_of_administrator = Your account was closed, and all devices were signed out. If it wasn't you, tell the operator of the booking system now.

## Second factors of administrators

factor_set_up_title = Your second factor is set up
factor_set_up = An authenticator app was set up for your administrator account. You have new recovery codes, and all other devices were signed out. If it was you, there's nothing to do.
codes_made_title = You have new recovery codes
codes_made = New recovery codes were made for your administrator account. Older ones no longer work. If it was you, there's nothing to do.
code_used_title = A recovery code was used
code_used =
    { $count ->
        [one] A recovery code of your administrator account was used. 1 is left. You can make new ones in Admin Settings.
       *[other] A recovery code of your administrator account was used. { $count } are left. You can make new ones in Admin Settings.
    }
factor_removed_title = Your second factor was removed
factor_removed = An operator removed the second factor of your administrator account and signed out all devices. Log in, and set up a new one in Admin Settings.
factor_not_asked = If you didn't ask for this, tell the operator of the booking system now.

## Accounts made with a booking

set_up_title = Set up your account
set_up = We created an account so you can manage this trip. To log in, use this e-mail address.
set_up_confirms = When you choose your password, you also confirm that this e-mail address is yours.
exists_title = A booking with your e-mail address
exists = Someone who wasn't signed in booked a trip with your e-mail address. The trip isn't in your account yet.
exists_if_you = If it was you, we've sent the confirmation in another e-mail, with a link to the trip. To add the trip to your account, open that link, log in, and choose “Add to My Trips”.
exists_if_not_you = If it wasn't you, there's nothing to do. Nobody has opened your account.
log_in_first = Next time, log in before you book:
log_in_button = Log in

## To administrators

operator = Booking system
live_title = The booking system is in LIVE mode
test_title = The booking system is in TEST mode
switched_to_live = { $name } switched the booking system to LIVE mode.
switched_to_test = { $name } switched the booking system to TEST mode.
switch_back = If this wasn't planned, switch it back now.
