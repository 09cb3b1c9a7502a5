#!/bin/sh
# Fills the settings of this installation into pages and configuration, then becomes nginx.
set -eu
: "${PUBLIC_URL:?is not set}" "${API_ADDRESS:?is not set}"

rm -f /tmp/nginx.pid
mkdir -p /tmp/nginx/body /tmp/nginx/proxy /tmp/nginx/fastcgi /tmp/nginx/uwsgi /tmp/nginx/scgi
export LISTEN="8080" WEB_ROOT=/srv/web PAGES_DIR=/tmp/pages SECURITY_HEADERS=/tmp/nginx/headers.inc
IMAGE_ORIGINS="${IMAGE_ORIGINS:-} $(/usr/local/bin/image-origin.sh)"
export IMAGE_ORIGINS

fill() { envsubst "$1" < "$2" > "$3"; }
fill '${IMAGE_ORIGINS}' /etc/lumina/headers.template "$SECURITY_HEADERS"
(
    API_ADDRESS=127.0.0.1:8081
    fill '${LISTEN} ${API_ADDRESS} ${WEB_ROOT} ${PAGES_DIR} ${SECURITY_HEADERS}' /etc/lumina/web.conf.template /tmp/nginx/web.conf
)
/usr/local/bin/use-api.sh "$API_ADDRESS resolve"
# Containers of the API come and go; their addresses are asked for again. nginx would ask all name servers in turn, but
# only the first one is sure to know the names of containers.
nameserver=$(awk '$1 == "nameserver" { print ($2 ~ /:/) ? "[" $2 "]" : $2; exit }' /etc/resolv.conf)
echo "resolver $nameserver valid=5s;" > /tmp/nginx/resolver.conf

sh /etc/lumina/fill-pages.sh /srv/web "$PAGES_DIR"
find "$PAGES_DIR" -type f -exec brotli --best --keep {} + -exec gzip --best --keep {} +
exec nginx -c /etc/lumina/nginx.conf -g 'daemon off;'
