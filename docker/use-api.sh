#!/bin/sh
# use-api.sh ADDRESS: nginx hands requests on to the API at ADDRESS from now on. Several: 'a:3001; server b:3001'.
# Ends when no new request can reach the API that was used before.
set -eu
export LISTEN=127.0.0.1:8081 API_ADDRESS="$1"
export STORAGE_DIR="${STORAGE_DIR:-/data/images}" X_ACCEL_LOCATION="${X_ACCEL_LOCATION:-/_images/}"
envsubst '${LISTEN} ${API_ADDRESS} ${STORAGE_DIR} ${X_ACCEL_LOCATION}' < /etc/lumina/api.conf.template > /tmp/nginx/api.new
mv /tmp/nginx/api.new /tmp/nginx/api.conf
[ -f /tmp/nginx.pid ] || exit 0

# Processes that accept connections; those that only finish their requests have another title.
accepting() {
    for process in /proc/[0-9]*; do
        # Of the processes some end while they are looked at.
        if { tr '\0' ' ' < "$process/cmdline"; } 2> /dev/null | grep -q '^nginx: worker process *$'; then
            echo "${process#/proc/}"
        fi
    done
}
before=$(accepting)
nginx -c /etc/lumina/nginx.conf -t -q
kill -HUP "$(cat /tmp/nginx.pid)"
for old in $before; do
    while accepting | grep -qx "$old"; do sleep 0.2; done
done
# Longer than `keepalive_min_timeout`: until then the old processes still answer on connections that are open.
sleep 4
