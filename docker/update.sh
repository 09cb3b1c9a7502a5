#!/usr/bin/env bash
# Updates a running docker/compose.yaml to the commit that is checked out, API and workers without a failed request:
#
#   git pull && docker/update.sh
#   BUILD=no WEB=no docker/update.sh        the version that runs, with the settings that docker/.env has now
#
# The database is brought up to date first, while the old version runs: a migration only adds, and what it replaces goes
# in a later version. Then new API containers start beside the old ones; once they are healthy and say that they can
# serve, nginx sends requests to them, and the old ones finish theirs. Workers follow in the same way, but are not asked.
# If a new container does not get so far, or the update is interrupted, the new ones are removed and the old version
# stays; once requests have been handed over, the old ones are removed.
#
# Settings: VERSION (tag of the images; if not set the commit, or with BUILD=no the version that runs), BUILD=no (the
# images are there, or in a registry), WEB=no (the web container stays as it is), COMPOSE_OVERRIDE (a second compose file)
set -euo pipefail
cd "$(dirname "$0")/.."
COMMIT=$(git rev-parse HEAD 2>/dev/null || echo unknown)
if [ "${BUILD:-yes}" = yes ]; then VERSION=${VERSION:-${COMMIT:0:12}}; fi
VERSION=${VERSION:-$(sed -n 's/^VERSION=//p' docker/.env)}
VERSION=${VERSION:-latest}
export COMMIT VERSION
HEALTHY_WITHIN_S=180
READY_WITHIN_S=30

say() { printf '%s  %s\n' "$(date -u +%T)" "$*"; }
compose() { docker compose -f docker/compose.yaml ${COMPOSE_OVERRIDE:+-f "$COMPOSE_OVERRIDE"} "$@"; }
use_api() { compose exec -T web use-api.sh "$1"; }

wait_healthy() { # CONTAINERS
  local id state
  for id in $1; do
    for _ in $(seq "$HEALTHY_WITHIN_S"); do
      state=$(docker inspect --format '{{.State.Health.Status}}' "$id")
      [ "$state" = healthy ] && continue 2
      sleep 1
    done
    say "container ${id:0:12} is $state after $HEALTHY_WITHIN_S s"
    docker logs --tail 20 "$id"
    return 1
  done
}

# Status and text, as `200 {…"redis":"ok"…}`.
readiness() { # CONTAINER
  docker exec "$1" node -e 'fetch(`http://127.0.0.1:${process.env.HTTP_PORT}/api/health/ready`)
    .then(async (answer) => console.log(answer.status, await answer.text()))' 2> /dev/null || echo 'no answer'
}

# The old version serves without Redis no better than the new one.
is_ready() { # ANSWER OLD_CONTAINER
  case $1 in
    '200 '*'"redis":"ok"'*) return 0 ;;
    '200 '*) [[ $(readiness "$2") == *'"redis":"down"'* ]] ;;
    *) return 1 ;;
  esac
}

wait_ready() { # CONTAINERS OLD
  local id answer end
  for id in $1; do
    end=$((SECONDS + READY_WITHIN_S))
    while answer=$(readiness "$id") && ! is_ready "$answer" "${2%%$'\n'*}"; do
      if [ "$SECONDS" -ge "$end" ]; then
        say "container ${id:0:12} cannot serve after $READY_WITHIN_S s: $answer"
        docker logs --tail 20 "$id"
        return 1
      fi
      sleep 1
    done
  done
}

remove() { # CONTAINERS: each has 30 seconds to finish what it began
  docker stop -t 30 $1 > /dev/null
  docker rm $1 > /dev/null
}

# Doubles a service with containers of the new version, and prints the new ones.
start_beside() { # SERVICE OLD
  local count
  count=$(wc -w <<< "$2")
  compose up -d --no-deps --no-build --no-recreate --scale "$1=$((2 * count))" "$1" > /dev/null
  compose ps -q "$1" | grep -vxF "$2"
}

addresses_of() { # CONTAINERS: as the servers of one upstream
  docker inspect --format '{{range .NetworkSettings.Networks}}{{.IPAddress}}:3001{{end}}' $1 | paste -sd ' ' | sed 's/ /; server /g'
}

# Addresses stay until nginx has looked up the name: before that it has none.
use_name() {
  use_api "$USED; server api:3001 resolve"
  use_api 'api:3001 resolve'
}

use_containers() { # CONTAINERS
  USED=$(addresses_of "$1")
  use_api "$USED"
}

# Also those that do not run, but none of `lumina run`, which are no part of the service.
remove_others() {
  local project others label=label=com.docker.compose
  project=$(docker inspect --format '{{index .Config.Labels "com.docker.compose.project"}}' "${KEPT%%$'\n'*}")
  others=$(docker ps -aq --no-trunc --filter "$label.project=$project" --filter "$label.service=$SERVICE" \
    --filter "$label.oneoff=False" | { grep -vxF "$KEPT" || true; })
  if [ -n "$others" ]; then remove "$others"; fi
}

# The update ends within a replacement: the containers that serve stay alone, and nginx finds them by name.
end_early() {
  local status=$?
  # Nothing may interrupt this, not even a terminal that is gone.
  set +e
  trap '' INT TERM HUP PIPE
  if [ "$KEPT" = "$OLD" ]; then
    say "$SERVICE stays as it was"
  else
    say "$SERVICE is new; the old finish"
  fi
  if [ "$SERVICE" = api ]; then use_containers "$KEPT"; fi
  remove_others
  if [ "$SERVICE" = api ]; then use_name; fi
  exit "$status"
}

replace() { # SERVICE
  local new
  SERVICE=$1
  OLD=$(compose ps -q "$1")
  KEPT=$OLD
  [ -n "$OLD" ] || { say "$1 does not run"; return 1; }
  trap end_early EXIT
  # By name, nginx would send requests to new containers before they are ready.
  if [ "$1" = api ]; then use_containers "$OLD"; fi
  remove_others # that an earlier update left, or they would count as new
  new=$(start_beside "$1" "$OLD")
  wait_healthy "$new"
  if [ "$1" = api ]; then
    wait_ready "$new" "$OLD"
    use_containers "$new"
  fi
  KEPT=$new
  say "$1: $(wc -w <<< "$new") new, ready; the old finish"
  remove_others
  if [ "$1" = api ]; then use_name; fi
  trap - EXIT
}

# Two at once would take each other's new containers for old ones.
exec 9< docker
flock -n 9 || { say 'another update runs'; exit 1; }
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
trap 'exit 141' PIPE
if [ "${BUILD:-yes}" = yes ]; then
  say "building $VERSION"
  compose build --quiet api web
fi
say 'bringing the database up to date'
compose run --rm --no-deps -T migrate
replace api
replace worker
# Not covered by the promise above: a request that nginx hands on in the moment in which it ends is answered with 502.
# New ones wait at Caddy until its successor answers.
if [ "${WEB:-yes}" = yes ]; then
  say 'web'
  compose up -d --no-deps --no-build web > /dev/null
  wait_healthy "$(compose ps -q web)"
fi
# For the next `docker compose up`.
grep -qE '^#? ?VERSION=' docker/.env || echo 'VERSION=' >> docker/.env
sed -i -E "s|^#? ?VERSION=.*|VERSION=$VERSION|" docker/.env
say "$VERSION runs"
