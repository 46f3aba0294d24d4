#!/usr/bin/env bash
# One shot before the services start: schemas, roles and their passwords, migrations, seeds.
# Settings: POSTGRES_URL (superuser), DB_BOOKING_PASSWORD and the like, DB_OWNER_PASSWORD (of the roles that own the
# schemas; nobody needs it later), DB_MONITOR_PASSWORD (of the role that reads statistics), SEED_DEMO (yes: demo accounts;
# ENVIRONMENT=production refuses them).
set -euo pipefail
: "${POSTGRES_URL:?}"

# A role with an empty password can't log in.
for role in OWNER MONITOR BOOKING PAYMENTS IDENTITY BRAND; do
  variable="DB_${role}_PASSWORD"
  if [ -z "${!variable:-}" ]; then
    echo "$variable is not set: give it the password of its role." >&2
    exit 1
  fi
done

if [ "${ENVIRONMENT:-other}" = production ]; then
  if [ "${SEED_DEMO:-no}" = yes ]; then
    echo "SEED_DEMO is yes: the passwords of demonstration accounts are published. Set SEED_DEMO=no." >&2
    exit 1
  fi
  for variable in POSTGRES_URL "${!DB_@}"; do
    if [[ ${!variable} == *fareway-local* ]]; then
      echo "${variable/URL/PASSWORD} is published in the repository: set another." >&2
      exit 1
    fi
  done
fi

password_of() {
  local variable="DB_${1^^}_PASSWORD"
  echo "${!variable}"
}

# Everybody on the machine can read arguments, so passwords reach programs by their environment.
user=${POSTGRES_URL#*://}
user=${user%%@*}
server=${POSTGRES_URL#*@}
if [[ $user == *:* ]]; then
  password=${user#*:}
  password=${password//\\/\\\\}
  printf -v PGPASSWORD %b "${password//%/\\x}"
  export PGPASSWORD
fi
database="postgres://${user%%:*}@$server"

set_password() {
  PASSWORD=$2 psql -q -v ON_ERROR_STOP=1 -v role="$1" "$database" <<'SQL'
\getenv password PASSWORD
alter role :"role" password :'password';
SQL
}

# Postgres keeps the password of its first start, whatever the settings say later. Without this line that is hard to see.
if ! answer=$(psql -q -c 'select 1' "$database" 2>&1 >/dev/null); then
  echo "$answer" >&2
  if [[ $answer == *"password authentication failed"* ]]; then
    echo "POSTGRES_PASSWORD is not the password of this database: docs/containers.md says how to change it." >&2
  fi
  exit 1
fi

# It may have a new certificate.
psql -q -c 'select pg_reload_conf()' "$database" >/dev/null

psql -q -v ON_ERROR_STOP=1 "$database" -f /srv/postgres/setup.sql
set_password monitor "$(password_of monitor)"
for service in booking payments identity brand; do
  set_password "svc_$service" "$(password_of "$service")"
  set_password "svc_${service}_owner" "$DB_OWNER_PASSWORD"
  DATABASE_OWNER_URL="postgres://svc_${service}_owner:$DB_OWNER_PASSWORD@$server" "svc-$service" migrate
done

DATABASE_URL="postgres://svc_brand:$(password_of brand)@$server" svc-brand seed --seeds /srv/seeds
if [ "${SEED_DEMO:-no}" = yes ]; then
  DATABASE_URL="postgres://svc_identity:$(password_of identity)@$server" svc-identity seed-demo
fi
