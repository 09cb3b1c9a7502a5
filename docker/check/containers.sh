# Sourced by docker/check.sh: the two images, built, and run by hand as an operator would.

# ---- build -----------------------------------------------------------------------------------------------------------

build_image() { # NAME BASE LIMIT_MB
  say "$1"
  local start=$SECONDS above
  pod build --pull=never --format docker -f "docker/$1.Dockerfile" -t "localhost/lumina-$1" \
    --build-arg VERSION=check --build-arg COMMIT="$(git rev-parse HEAD 2>/dev/null || echo unknown)" . > "$DIR/$1.log" 2>&1 ||
    { tail -20 "$DIR/$1.log"; die "$1 could not be built; the log is $DIR/$1.log"; }
  above=$(( ($(pod image inspect --format '{{.Size}}' "localhost/lumina-$1") - $(pod image inspect --format '{{.Size}}' "$2")) / 1000000 ))
  echo "built in $((SECONDS - start)) s, $above MB above its base (limit $3)"
  [ "$above" -le "$3" ] || die "$1 is too large"
  [ "$(pod image inspect --format '{{.Config.User}}' "localhost/lumina-$1")" != "" ] || die "$1 runs as root"
}

build() {
  install_tools
  node_base
  nginx_base
  build_image api "docker.io/library/node:$NODE_MAJOR-bookworm-slim" "$API_LIMIT_MB"
  build_image web docker.io/nginxinc/nginx-unprivileged:1.30-trixie "$WEB_LIMIT_MB"
}

# ---- run -------------------------------------------------------------------------------------------------------------

HARDENED=(--read-only --read-only-tmpfs=false --tmpfs /tmp --cap-drop=ALL --security-opt no-new-privileges)

services_base() {
  pod image exists localhost/lumina-services && return
  say 'stand-ins for Postgres and Redis'
  debian localhost/lumina-services bookworm postgresql,redis-server,ca-certificates
}

start() { # NAME ARGS...
  local name=$1
  shift
  pod run -d --name "lumina-$name" --network $NETWORK --network-alias "$name" "$@" >/dev/null
}

wait_for() { # WHAT COMMAND...
  local what=$1
  shift
  for _ in $(seq 1 60); do
    if "$@" >/dev/null 2>&1; then echo "$what: ok"; return; fi
    sleep 1
  done
  pod logs --tail 30 "lumina-$what" 2>&1 || true
  die "$what is not healthy"
}

expect_status() { # STATUS PATH
  local found
  found=$(curl -s -m 20 -o "$DIR/body" -w '%{http_code} %{content_type}' "http://127.0.0.1:$PORT$2")
  echo "GET $2 -> $found"
  [ "${found%% *}" = "$1" ] || { head -c 500 "$DIR/body"; die "$2 answered $found, not $1"; }
}

stop_within_30s() { # NAME
  local start=$SECONDS
  pod stop -t 40 "lumina-$1" >/dev/null
  echo "$1 stopped after $((SECONDS - start)) s, exit $(pod inspect "lumina-$1" --format '{{.State.ExitCode}}')"
  [ $((SECONDS - start)) -le 30 ] || die "$1 took too long to stop"
}

remove() {
  if [ -n "${JOURNEY-}" ]; then kill "$JOURNEY" 2>/dev/null || true; fi
  for name in web worker api redis postgres; do pod rm -f -t 1 "lumina-$name" >/dev/null 2>&1 || true; done
  pod volume rm -f lumina-images >/dev/null 2>&1 || true
  pod network rm -f $NETWORK >/dev/null 2>&1 || true
}

stand_in_services() {
  say 'Postgres and Redis'
  start postgres localhost/lumina-services bash -c '
    pg=$(ls -d /usr/lib/postgresql/*/bin)
    install -d -o postgres /tmp/data
    echo check > /tmp/password
    su postgres -c "$pg/initdb -D /tmp/data -U lumina --auth=scram-sha-256 --pwfile=/tmp/password" >/dev/null
    echo "host all all all scram-sha-256" >> /tmp/data/pg_hba.conf
    exec su postgres -c "$pg/postgres -D /tmp/data -c listen_addresses=* -k /tmp -c max_connections=200"'
  start redis localhost/lumina-services redis-server --requirepass check --protected-mode no
  wait_for postgres pod exec lumina-postgres pg_isready -h 127.0.0.1
  wait_for redis pod exec lumina-redis redis-cli -a check ping
}

secret() { openssl rand -base64 32 | tr '+/' '-_' | tr -d '='; }

write_settings() {
  cat > "$DIR/api.env" <<EOF
APP_MODE=local
PUBLIC_URL=http://localhost:$PORT
DATABASE_URL=postgres://lumina:check@postgres:5432/postgres
REDIS_URL=redis://:check@redis:6379
APP_SECRET=$(secret)
IDENTITY_SECRET=$(secret)
TRUST_PROXY_HOPS=2
TRUSTED_PROXIES=$SUBNET.0/24,127.0.0.1
X_ACCEL_LOCATION=/_images/
METRICS_HOST=0.0.0.0
METRICS_PORT=9100
EOF
}

API=("${HARDENED[@]}" --env-file "$DIR/api.env" -v lumina-images:/data localhost/lumina-api)

start_product() {
  say 'api, worker, web'
  start api "${API[@]}"
  start worker "${API[@]}" dist/main.worker.js
  wait_for api pod healthcheck run lumina-api
  start web "${HARDENED[@]}" --group-add 1000 -p "127.0.0.1:$PORT:8080" -v lumina-images:/data:ro \
    -e API_ADDRESS=api:3001 -e "PUBLIC_URL=http://localhost:$PORT" -e X_ACCEL_LOCATION=/_images/ -e STORAGE_DIR=/data/images \
    localhost/lumina-web
  wait_for web pod healthcheck run lumina-web
  wait_for worker pod exec lumina-worker node -e "fetch('http://127.0.0.1:9100/metrics').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"
}

# The sandbox and the customer run on this host; containers reach them at the address of the network's bridge.
start_journey() { # SUBNET [STOP_FILE]
  say 'the sandbox'
  node scripts/pnpm.mjs exec turbo run build --filter=@app/sandbox --output-logs=errors-only >/dev/null 2>&1 || die 'the sandbox could not be built'
  rm -f "$DIR/sandbox.env"
  PUBLIC_URL=http://localhost:$PORT LOAD_ORIGIN=https://$DOMAIN LOAD_PORT=$((PORT + 2)) LOAD_CA=$DIR/root.pem \
    node docker/check/journey.mjs "$DIR/sandbox.env" "http://$1.1:$((PORT + 1))" ${2+"$2"} &
  JOURNEY=$!
  for _ in $(seq 1 60); do
    [ -f "$DIR/sandbox.env" ] && return
    sleep 1
  done
  die 'the sandbox did not start'
}

run() { # [journey]
  services_base
  remove
  trap remove EXIT
  pod network create --subnet "$SUBNET.0/24" $NETWORK >/dev/null
  pod volume create lumina-images >/dev/null
  stand_in_services
  write_settings
  if [ "${1-}" = journey ]; then
    start_journey "$SUBNET"
    cat "$DIR/sandbox.env" >> "$DIR/api.env"
  fi

  say 'migrations, twice'
  for _ in 1 2; do pod run --rm --network $NETWORK "${API[@]}" dist/main.migrate.js; done
  if [ "${1-}" = journey ]; then
    say 'prices at the payment providers'
    pod run --rm --network $NETWORK "${API[@]}" dist/main.prepare-payments.js
  fi
  start_product

  say 'answers'
  expect_status 200 /
  expect_status 200 /zh/pricing
  expect_status 200 /api/health
  expect_status 200 /api/health/live
  expect_status 200 /api/subscriptions/plans
  expect_status 401 /api/users/profile
  expect_status 404 /assets/none.js
  if [ "${1-}" = journey ]; then
    say 'a sign-in, a generation and a purchase'
    wait "$JOURNEY" || { pod logs --tail 20 lumina-api; pod logs --tail 20 lumina-worker; die 'the journey failed'; }
  fi

  say 'stop'
  for name in web worker api; do stop_within_30s $name; done
  say 'everything held'
}
