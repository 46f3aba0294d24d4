#!/bin/sh
# One shot before Postgres and the broker start: a certificate for each program and server, renewed in its last 30 days.
# Settings: CERTIFICATES_DIR (a folder for each; `ca` has the authority's certificate alone), AUTHORITY_DIR (no program
# sees it: who has its key can be any of them).
set -eu
: "${CERTIFICATES_DIR:?}" "${AUTHORITY_DIR:?}"

stack certificates --out "$CERTIFICATES_DIR" --authority "$AUTHORITY_DIR"
mkdir -p "$CERTIFICATES_DIR/ca"
cp "$CERTIFICATES_DIR/gateway/ca.pem" "$CERTIFICATES_DIR/ca/ca.pem"
chmod 644 "$CERTIFICATES_DIR/ca/ca.pem"

# Nobody else can read a key: programs run as 10001, the broker's image as root, and Postgres of Debian's image as 999.
for folder in gateway svc-search svc-offers svc-booking svc-payments svc-identity svc-brand; do
  chown -R 10001 "$CERTIFICATES_DIR/$folder"
done
chown -R 0 "$CERTIFICATES_DIR/nats"
chown -R 999 "$CERTIFICATES_DIR/postgres"
