#!/bin/sh
# Starts the broker, and has it read its files again every hour: a new certificate is used without a restart.
# RELOAD_SECONDS: another time.
while sleep "${RELOAD_SECONDS:-3600}" && kill -HUP $$; do :; done >/dev/null 2>&1 &
exec nats-server -c /etc/nats/nats.conf
