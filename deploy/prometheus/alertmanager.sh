#!/bin/sh
# Starts Alertmanager with the configuration below, filled in from settings. `alertmanager.sh print` prints it instead.
#
# ON_CALL_EMAIL     who is mailed: one address, as the programs take it
# ON_CALL_WEBHOOK   URL that is called for what wakes somebody, as a pager or a chat gives it
# SMTP_SMARTHOST    HOST:PORT of the mail server (mail:1025)
# SMTP_USERNAME, SMTP_PASSWORD   its sign-in; empty: none
# SMTP_REQUIRE_TLS  whether mail goes by TLS alone (true)
# MAIL_FROM         the sender
# RUNBOOK_BASE      where this repository can be read, with a slash at its end: links in mails begin with it
#
# One of the first two has to be set: an alarm that reaches nobody is none. ENVIRONMENT=production refuses addresses of
# .example, the demonstration's mail server, and mail without TLS.
set -eu
umask 077
ON_CALL_EMAIL=${ON_CALL_EMAIL:-} ON_CALL_WEBHOOK=${ON_CALL_WEBHOOK:-}
SMTP_SMARTHOST=${SMTP_SMARTHOST:-mail:1025} SMTP_REQUIRE_TLS=${SMTP_REQUIRE_TLS:-true}

refuse() {
  echo "$1" >&2
  exit 1
}

[ -n "$ON_CALL_EMAIL$ON_CALL_WEBHOOK" ] ||
  refuse "ON_CALL_EMAIL and ON_CALL_WEBHOOK are empty: no alarm would reach anybody. Set one of them."
case "$ON_CALL_EMAIL" in
  *[,\ ]*) refuse "ON_CALL_EMAIL holds more than one address: set one, such as that of a mailing list." ;;
esac
# Only where mail is sent: the webhook alone needs no mail server.
if [ "${ENVIRONMENT:-other}" = production ] && [ -n "$ON_CALL_EMAIL" ]; then
  case "$ON_CALL_EMAIL" in
    *.example) refuse "ON_CALL_EMAIL is at .example, which nobody owns: set the address of the person on duty." ;;
  esac
  [ "$SMTP_SMARTHOST" != mail:1025 ] ||
    refuse "SMTP_SMARTHOST is the demonstration's mail server, which delivers nothing: set HOST:PORT of yours."
  [ "$SMTP_REQUIRE_TLS" = true ] ||
    refuse "SMTP_REQUIRE_TLS is not true, so mail on its way to the mail server can be read: set SMTP_REQUIRE_TLS=true."
fi

# As a string of YAML, whatever it holds.
quoted() {
  printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"
}

sign_in() {
  [ -n "${SMTP_USERNAME:-}" ] || return 0
  cat <<EOF
  smtp_auth_username: $(quoted "$SMTP_USERNAME")
  smtp_auth_password: $(quoted "${SMTP_PASSWORD:-}")
EOF
}

# Mails to the person on duty, with what to do; without an address none.
mails() {
  [ -n "$ON_CALL_EMAIL" ] || return 0
  cat <<EOF
    email_configs:
      - to: $(quoted "$ON_CALL_EMAIL")
        send_resolved: true
        headers:
          Subject: '$1: {{ if eq .Status "resolved" }}over: {{ end }}{{ (index .Alerts 0).Annotations.summary }}{{ if gt (len .Alerts) 1 }}, and others{{ end }}'
        html: ''
        text: |
          {{ range .Alerts.Firing }}{{ .Labels.alertname }}: {{ .Annotations.summary }}
          {{ .Annotations.description }}
          Since {{ .StartsAt.UTC.Format "2006-01-02 15:04" }} UTC. What to do: ${RUNBOOK_BASE:-}{{ .Annotations.runbook_url }}

          {{ end }}{{ range .Alerts.Resolved }}{{ .Labels.alertname }} is over since {{ .EndsAt.UTC.Format "2006-01-02 15:04" }} UTC: {{ .Annotations.summary }}

          {{ end }}
EOF
}

calls() {
  [ -n "$ON_CALL_WEBHOOK" ] || return 0
  cat <<EOF
    webhook_configs:
      - url: $(quoted "$ON_CALL_WEBHOOK")
        send_resolved: true
EOF
}

# Tickets are mailed; where nobody has an address, they are called too.
tickets() {
  if [ -n "$ON_CALL_EMAIL" ]; then mails "Ticket"; else calls; fi
}

configuration() {
  cat <<EOF
global:
  smtp_from: $(quoted "${MAIL_FROM:-Fareway <no-reply@fareway.example>}")
  smtp_smarthost: $(quoted "$SMTP_SMARTHOST")
  smtp_require_tls: $SMTP_REQUIRE_TLS
$(sign_in)
route:
  # What is no page is read the next morning: one mail for all of it, at most one an hour.
  receiver: tickets
  group_by: [severity]
  group_wait: 5m
  group_interval: 1h
  repeat_interval: 24h
  routes:
    # At once: the ten seconds are for alarms that follow from another one, which comes in the same moment.
    - matchers: [severity="page"]
      receiver: pages
      group_by: [alertname]
      group_wait: 10s
      group_interval: 1m
      repeat_interval: 1h
receivers:
  - name: pages
$(mails "PAGE")
$(calls)
  - name: tickets
$(tickets)
# What follows from another alarm calls nobody by itself. To \`equal\` a label that neither has is equal: both sides say that
# theirs is there.
inhibit_rules:
  - source_matchers: [alertname="ProgramSilent", service=""]
    target_matchers: [alertname="ProgramSilent", service!=""]
  - source_matchers: [alertname=~"ProgramSilent|ProgramNotReady", service!=""]
    target_matchers: [alertname=~"ReplicaNotReady|PoolExhausted|EventsWait|EventsLate|MailWaits", service!=""]
    equal: [service]
  - source_matchers: [alertname="ProviderAway", provider!=""]
    target_matchers: [alertname=~"ProviderFails|RateLimitSpent", provider!=""]
    equal: [provider, mode]
  - source_matchers: [alertname=~".+Fast", slo!=""]
    target_matchers: [alertname=~".+Slowly", slo!=""]
    equal: [slo]
  - source_matchers: [alertname="CertificateEnds", service!=""]
    target_matchers: [alertname="CertificateEndsSoon", service!=""]
    equal: [service]
EOF
}

if [ "${1:-}" = print ]; then
  configuration
  exit
fi
configuration >/tmp/alertmanager.yaml
exec alertmanager --config.file=/tmp/alertmanager.yaml --storage.path=/alertmanager --cluster.listen-address=
