#!/usr/bin/env bash
# One shot before the services start: certificates, schemas, roles and their passwords, migrations, seeds.
# Settings: POSTGRES_URL (superuser), ROLE_PASSWORD, CERTIFICATES_DIR, SEED_DEMO (yes: demo accounts).
set -euo pipefail
: "${POSTGRES_URL:?}" "${ROLE_PASSWORD:?}" "${CERTIFICATES_DIR:?}"

stack certificates --out "$CERTIFICATES_DIR"
chown -R 10001 "$CERTIFICATES_DIR"

psql -q -v ON_ERROR_STOP=1 "$POSTGRES_URL" -f /srv/postgres/setup.sql
server=${POSTGRES_URL#*@}
for service in booking payments identity brand; do
  for role in "svc_$service" "svc_${service}_owner"; do
    psql -q -v ON_ERROR_STOP=1 -v role="$role" -v password="$ROLE_PASSWORD" "$POSTGRES_URL" \
      <<<"alter role :\"role\" password :'password'"
  done
  "svc-$service" migrate --database-owner-url "postgres://svc_${service}_owner:$ROLE_PASSWORD@$server"
done

svc-brand seed --database-url "postgres://svc_brand:$ROLE_PASSWORD@$server" --seeds /srv/seeds
if [ "${SEED_DEMO:-no}" = yes ]; then
  svc-identity seed-demo --database-url "postgres://svc_identity:$ROLE_PASSWORD@$server"
fi
