### The mails that pass on what visitors write to a brand.

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
