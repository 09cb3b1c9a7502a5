#!/usr/bin/env bash
# Builds both images and runs them as an operator would: read-only root, no capabilities, a migrated database, and a stop
# within 30 seconds. For machines without a Docker engine: it uses podman, installs that on Debian, and builds stand-ins
# for the official base images from Debian and the npm registry, because no image registry is needed then.
#
#   docker/check.sh [build|run|journey|compose|update|all|clean]      all is the default: build and run
#
# `journey` also signs in, generates an image and buys a plan through the containers, against the sandbox. `compose` does
# the same with docker/compose.yaml and a certificate for https; `update` then runs docker/update.sh three times under load.
# Needs root on Debian 12. Settings: CHECK_DIR=/var/tmp/lumina-check (images and cache),
# CHECK_PORT=18080 (and the next two),
# CHECK_FIRST (image of an older API that the updates begin with, so that they run its migrations)
set -euo pipefail
cd "$(dirname "$0")/.."
DIR=${CHECK_DIR:-/var/tmp/lumina-check}
PORT=${CHECK_PORT:-18080}
NODE_MAJOR=24
NETWORK=lumina-check
SUBNET=172.29.7
API_LIMIT_MB=120
WEB_LIMIT_MB=25
mkdir -p "$DIR"
export CONTAINERS_CONF=$DIR/containers.conf


. docker/check/tools.sh
. docker/check/containers.sh
. docker/check/compose.sh

case ${1:-all} in
  build) build ;;
  run) run ;;
  journey) run journey ;;
  compose) compose_run ;;
  update) compose_run update ;;
  all) build; run ;;
  clean) remove; pod system reset -f >/dev/null 2>&1 || true; rm -rf "$DIR" ;;
  *) sed -n '2,12p' docker/check.sh; exit 2 ;;
esac
