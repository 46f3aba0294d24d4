# Signs the mails of a brand without a name.
nameless_agency = Your travel agency
