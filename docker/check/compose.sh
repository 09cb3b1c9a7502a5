# Sourced by docker/check.sh: docker/compose.yaml with podman, and stand-ins for Postgres, Redis and Caddy.

DOMAIN=images.example.com
COMPOSE_SUBNET=172.28.0

# The compose plugin is one program that runs by itself; podman answers the calls that it makes.
install_compose() {
  [ -x "$DIR/docker-compose" ] && return
  say 'compose'
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends catatonit >/dev/null
  local mirror path
  mirror=$(debian_mirror)
  path=$(curl -fsS "$mirror/dists/sid/main/binary-amd64/Packages.xz" | xz -dc |
    awk '/^Package: /{p=$2} /^Filename: /&&p=="docker-compose"{print $2}')
  curl -fsS "$mirror/$path" -o "$DIR/compose.deb"
  dpkg-deb -x "$DIR/compose.deb" "$DIR/compose"
  cp "$DIR/compose/usr/libexec/docker/cli-plugins/docker-compose" "$DIR/docker-compose"
  rm -r "$DIR/compose" "$DIR/compose.deb"
}

# What docker/update.sh calls `docker`.
write_docker() {
  mkdir -p "$DIR/bin"
  cat > "$DIR/bin/docker" <<EOF
#!/bin/bash
export CONTAINERS_CONF=$CONTAINERS_CONF DOCKER_HOST=unix://$DIR/podman.sock DOCKER_BUILDKIT=0
case \$1 in
  compose) shift; exec $DIR/docker-compose "\$@" ;;
  *) exec podman --root $DIR/storage --runroot /run/lumina-check "\$@" 2> >(grep -v 'systemd connection' >&2) ;;
esac
EOF
  chmod +x "$DIR/bin/docker"
  export PATH="$DIR/bin:$PATH"
}

stand_in() { # IMAGE, Dockerfile on stdin
  pod image exists "$1" || pod build -q --pull=never --format docker -t "$1" - >/dev/null
}

compose_bases() {
  services_base
  say 'stand-ins for Postgres, Redis and Caddy'
  debian localhost/lumina-edge sid caddy,pebble,redis-server,ca-certificates,curl
  stand_in docker.io/library/postgres:18-bookworm <<'EOF'
FROM localhost/lumina-services
RUN printf '%s\n' '#!/bin/bash' 'set -e' \
  'pg=$(ls -d /usr/lib/postgresql/*/bin); data=/var/lib/postgresql/data' \
  'if [ ! -f $data/PG_VERSION ]; then' \
  '  install -d -m 700 -o postgres -g postgres $data' \
  '  echo "$POSTGRES_PASSWORD" > /tmp/password; chmod 644 /tmp/password' \
  '  su postgres -c "$pg/initdb -D $data -U $POSTGRES_USER --auth=scram-sha-256 --pwfile=/tmp/password" >/dev/null' \
  '  echo "host all all all scram-sha-256" >> $data/pg_hba.conf' \
  '  su postgres -c "echo create database $POSTGRES_DB | $pg/postgres --single -D $data postgres" >/dev/null' \
  'fi' \
  'shift; install -d -o postgres /var/run/postgresql' \
  'exec setpriv --reuid postgres --regid postgres --init-groups $pg/postgres -D $data -c "listen_addresses=*" "$@"' > /start.sh \
  && chmod +x /start.sh
ENTRYPOINT ["/start.sh"]
STOPSIGNAL SIGINT
VOLUME /var/lib/postgresql
EOF
  stand_in docker.io/library/redis:8-trixie <<'EOF'
FROM localhost/lumina-edge
RUN mkdir -p /data && chown redis:redis /data
WORKDIR /data
VOLUME /data
EOF
  stand_in docker.io/library/caddy:2.11-alpine <<'EOF'
FROM localhost/lumina-edge
RUN mkdir -p /data /config
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]
EOF
}

# A copy of this folder, so that an operator's own docker/.env stays as it is. Settings are made as docs/operations.md says.
write_project() {
  local name
  rm -rf "$DIR/project"
  mkdir -p "$DIR/project"
  cp -r docker "$DIR/project/docker"
  cp docker/.env.example "$DIR/project/docker/.env"
  for name in POSTGRES_PASSWORD REDIS_PASSWORD APP_SECRET IDENTITY_SECRET; do
    sed -i "s|^$name=.*|$name=$(secret)|" "$DIR/project/docker/.env"
  done
  sed -i -e "s|^DOMAIN=.*|DOMAIN=$DOMAIN|" -e 's|^ACME_CA=.*|ACME_CA=https://pebble:14000/dir|' \
    -e 's|^ACME_CA_ROOT=.*|ACME_CA_ROOT=/ca/pebble.pem|' -e 's|^# VERSION=.*|VERSION=one|' \
    -e 's|^# LOG_DRIVER=.*|LOG_DRIVER=json-file|' "$DIR/project/docker/.env" # podman has no `local`
  touch "$DIR/sandbox.env"
  # The sandbox is only allowed in local mode. A certificate authority stands for Let's Encrypt.
  cat > "$DIR/override.yaml" <<EOF
x-local: &local
  env_file: ['$DIR/project/docker/.env', '$DIR/sandbox.env']
  environment:
    APP_MODE: local
    PUBLIC_URL: http://localhost:$PORT
    TRUST_PROXY_HOPS: '2'
    RATE_LIMIT_PER_MINUTE: '1000000'
    IN_FLIGHT_PRO: '1000'
services:
  migrate: *local
  api: *local
  worker: *local
  web:
    environment: { PUBLIC_URL: 'http://localhost:$PORT' }
    ports: ['127.0.0.1:$PORT:8080']
  caddy:
    ports: !override ['127.0.0.1:$((PORT + 2)):443']
    networks: { inside: { aliases: [$DOMAIN] } }
  pebble:
    image: localhost/lumina-edge
    command: [pebble, -config, /pebble/config.json]
    environment: { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' }
    volumes: ['$DIR/pebble:/pebble:ro']
    networks: [inside]
EOF
  mkdir -p "$DIR/pebble"
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=pebble -addext subjectAltName=DNS:pebble \
    -keyout "$DIR/pebble/key.pem" -out "$DIR/pebble/cert.pem" 2>/dev/null
  cp "$DIR/pebble/cert.pem" "$DIR/project/docker/ca/pebble.pem"
  cat > "$DIR/pebble/config.json" <<'EOF'
{"pebble":{"listenAddress":"0.0.0.0:14000","managementListenAddress":"0.0.0.0:15000","certificate":"/pebble/cert.pem",
"privateKey":"/pebble/key.pem","httpPort":80,"tlsPort":443,"ocspResponderURL":"","externalAccountBindingRequired":false}}
EOF
  pod tag "${CHECK_FIRST:-localhost/lumina-api:latest}" localhost/lumina-api:one
  pod tag localhost/lumina-web:latest localhost/lumina-web:one
}

compose() { docker compose -f "$DIR/project/docker/compose.yaml" -f "$DIR/override.yaml" "$@"; }

# Podman's answers to compose, and what systemd's timers would do for health checks.
start_podman_service() {
  rm -f "$DIR/podman.sock"
  podman --root "$DIR/storage" --runroot /run/lumina-check system service -t 0 "unix://$DIR/podman.sock" > "$DIR/service.log" 2>&1 &
  SERVICE=$!
  (while sleep 2; do
    for id in $(pod ps -q 2>/dev/null); do pod healthcheck run "$id" >/dev/null 2>&1 || true; done
  done) &
  PUMP=$!
  for _ in $(seq 1 50); do
    [ -S "$DIR/podman.sock" ] && return
    sleep 0.2
  done
  die 'podman does not answer'
}

remove_compose() {
  if [ -n "${JOURNEY-}" ]; then kill "$JOURNEY" 2>/dev/null || true; fi
  compose down --volumes --timeout 2 >/dev/null 2>&1 || true
  kill "$PUMP" "$SERVICE" 2>/dev/null || true
  kill -CONT "$PUMP" 2>/dev/null || true
}

compose_run() { # [update]
  install_tools
  install_compose
  write_docker
  compose_bases
  write_project
  say 'compose config'
  docker compose -f "$DIR/project/docker/compose.yaml" config --quiet
  echo 'the compose file is valid'
  start_podman_service
  trap remove_compose EXIT
  compose down --volumes --timeout 2 >/dev/null 2>&1 || true

  say 'production refuses the sandbox, http and well-known secrets'
  local refused
  refused=$(compose run --rm --no-deps -T -e APP_MODE=production -e STRIPE_BASE_URL=http://sandbox -e APP_SECRET=short migrate 2>&1) || true # podman loses the exit code
  grep -E '^ +- (PUBLIC_URL|STRIPE_BASE_URL|APP_SECRET):' <<< "$refused"
  [ "$(grep -cE '^ +- (PUBLIC_URL|STRIPE_BASE_URL|APP_SECRET):' <<< "$refused")" -ge 3 ] || die "$refused"

  say 'up'
  compose up -d --no-build --wait postgres redis
  rm -f "$DIR/stop" "$DIR/stop.begun" "$DIR/root.pem"
  if [ "${1-}" = update ]; then start_journey $COMPOSE_SUBNET "$DIR/stop"; else start_journey $COMPOSE_SUBNET; fi
  compose run --rm --no-deps -T migrate
  compose run --rm --no-deps -T migrate dist/main.prepare-payments.js
  compose up -d --no-build --no-recreate --wait
  compose ps --format 'table {{.Service}}\t{{.Status}}'
  say 'https'
  check_https
  if [ "${1-}" = update ]; then check_updates; fi
  wait "$JOURNEY" || { compose logs --tail 20 api worker; die 'the journey failed'; }
  say 'stop'
  check_stop
  say 'everything held'
}

# Killed, Postgres would have to recover at each start.
check_stop() {
  local id exit
  id=$(compose ps -q postgres)
  compose stop
  exit=$(docker inspect --format '{{.State.ExitCode}}' "$id")
  docker logs --tail 3 "$id" 2>&1 | tee "$DIR/postgres.log"
  [ "$exit" = 0 ] || die "Postgres ended with $exit"
  grep -q 'database system is shut down' "$DIR/postgres.log" || die 'Postgres was not shut down'
}

check_https() {
  local found
  compose exec -T pebble curl -fsSk https://localhost:15000/roots/0 > "$DIR/root.new"
  for _ in $(seq 1 60); do
    found=$(curl -s -m 10 --cacert "$DIR/root.new" --resolve "$DOMAIN:$((PORT + 2)):127.0.0.1" -o /dev/null \
      -w '%{http_code} %header{strict-transport-security}' "https://$DOMAIN:$((PORT + 2))/api/health/ready") || true
    if [ "${found%% *}" = 200 ]; then
      echo "GET https://$DOMAIN/api/health/ready -> $found"
      mv "$DIR/root.new" "$DIR/root.pem"
      return
    fi
    sleep 1
  done
  compose logs --tail 20 caddy
  die "https answered $found"
}

# An update whose new API cannot serve is refused, and the old API goes on. Settings are added to docker/.env.
check_refusal() { # WHAT SETTINGS...
  local before settings=$DIR/project/docker/.env
  say "an update is refused: $1"
  before=$(compose ps -q api)
  cp "$settings" "$DIR/env.kept"
  printf '%s\n' "${@:2}" >> "$settings"
  if COMPOSE_OVERRIDE=$DIR/override.yaml BUILD=no WEB=no "$DIR/project/docker/update.sh" > "$DIR/refused.log" 2>&1; then
    die 'the update went through'
  fi
  cp "$DIR/env.kept" "$settings"
  grep -E 'cannot serve|stays as it was' "$DIR/refused.log" || { cat "$DIR/refused.log"; die 'the update failed for another reason'; }
  [ "$(compose ps -q api)" = "$before" ] || die 'the API was replaced'
}

# One of each is left, and no other, however far the update came.
check_one_each() {
  local service
  for service in api worker; do
    [ "$(compose ps -aq "$service" | wc -l)" = 1 ] || { compose ps -a; die "more than one container of $service is left"; }
  done
}

wait_until() { # WHAT COMMAND...
  for _ in $(seq 1 600); do
    if "${@:2}"; then return; fi
    sleep 0.5
  done
  cat "$DIR/interrupted.log"
  die "waited in vain for $1"
}

has_two() { [ "$(compose ps -q "$1" | wc -l)" = 2 ]; }

# As Ctrl-C and a lost connection do it, a signal meets every process of the terminal.
start_update() {
  set -m
  COMPOSE_OVERRIDE=$DIR/override.yaml BUILD=no WEB=no "$DIR/project/docker/update.sh" > "$DIR/interrupted.log" 2>&1 &
  UPDATE=$!
  set +m
}

interrupt() { # SIGNAL SERVICE
  kill "-$1" -- "-$UPDATE"
  if wait "$UPDATE"; then die 'the interrupted update went through'; fi
  check_one_each
  grep "$2 stays as it was" "$DIR/interrupted.log" || { cat "$DIR/interrupted.log"; die 'it was interrupted elsewhere'; }
}

check_interruptions() {
  local before settings=$DIR/project/docker/.env
  say 'an update is interrupted while the new API starts: Ctrl-C'
  before=$(compose ps -q api)
  cp "$settings" "$DIR/env.kept"
  echo 'REDIS_URL=redis://:wrong@redis:6379' >> "$settings" # never ready
  start_update
  wait_until 'a second API' has_two api
  if BUILD=no WEB=no "$DIR/project/docker/update.sh" > "$DIR/second.log"; then die 'a second update began'; fi
  grep 'another update runs' "$DIR/second.log" || die 'the second update failed for another reason'
  interrupt INT api
  cp "$DIR/env.kept" "$settings"
  [ "$(compose ps -q api)" = "$before" ] || die 'the API was replaced'

  say 'an update is interrupted while the new worker starts: the connection is lost'
  before=$(compose ps -q worker)
  start_update
  wait_until 'the new API' grep -q '^[0-9:]*  api: 1 new' "$DIR/interrupted.log"
  kill -STOP "$PUMP" # never healthy
  wait_until 'a second worker' has_two worker
  interrupt HUP worker
  kill -CONT "$PUMP"
  [ "$(compose ps -q worker)" = "$before" ] || die 'the worker was replaced'
}

# What an update leaves is what `up` wants.
check_nothing_anew() {
  local before
  before=$(compose ps -q api worker)
  compose up -d --no-build --no-deps api worker
  [ "$(compose ps -q api worker)" = "$before" ] || die 'API or worker was made anew after the update'
}

# Three updates in a row, under the load of the journey, and before them two that must not happen and two that are
# interrupted.
check_updates() {
  local version password
  for _ in $(seq 1 180); do
    [ -f "$DIR/stop.begun" ] && break
    sleep 1
  done
  password=$(sed -n 's/^POSTGRES_PASSWORD=//p' "$DIR/project/docker/.env")
  check_refusal 'no database' 'DATABASE_URL=postgres://lumina:wrong@postgres:5432/lumina' \
    "DATABASE_DIRECT_URL=postgres://lumina:$password@postgres:5432/lumina"
  check_refusal 'no Redis' 'REDIS_URL=redis://:wrong@redis:6379'
  check_interruptions
  for version in two three four; do
    for name in api web; do pod tag "localhost/lumina-$name:latest" "localhost/lumina-$name:$version"; done
    say "update to $version"
    # What a migration does to tables that the old version uses.
    if [ "$version" = three ]; then
      compose exec -T -e "PGPASSWORD=$password" postgres \
        psql -q -h 127.0.0.1 -U lumina lumina -c 'alter table generations add column added_later text' \
        -c 'alter table images add column added_later integer not null default 0' \
        -c 'alter table users add column added_later boolean'
    fi
    COMPOSE_OVERRIDE=$DIR/override.yaml VERSION=$version BUILD=no WEB=no "$DIR/project/docker/update.sh"
    check_one_each
  done
  check_nothing_anew
  touch "$DIR/stop"
}
