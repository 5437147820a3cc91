#!/bin/sh
# Writes the secrets of the compose files into the folder `secrets`: what is there already stays. Needs openssl.
# POSTGRES_PASSWORD, POSTGRES_QUERY_PASSWORD and SESSION_SECRET in the environment are used instead of new ones.
set -eu
cd "$(dirname "$0")/.."
# Containers read single files, as users of their own: each file is readable, and the folder is closed.
umask 022
mkdir -p secrets/providers
chmod 700 secrets

random() { openssl rand -hex 32; }
# $1: name of the file, $2: its content
keep() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"
}
content() { cat "secrets/$1"; }

keep postgres-password "${POSTGRES_PASSWORD:-$(random)}"
keep session-secret "${SESSION_SECRET:-$(random)}"
keep database-url "postgres://perktree:$(content postgres-password)@postgres:5432/perktree"
keep database-read-url "postgres://perktree_queries:${POSTGRES_QUERY_PASSWORD:-$(random)}@postgres:5432/perktree"
# The login of database-read-url at the primary, also after database-read-url was changed to a standby.
keep database-primary-url "$(sed 's|@[^@/]*/|@postgres:5432/|' secrets/database-read-url)"
keep audit-signing-key "$(openssl genpkey -algorithm ed25519)"

keep redis.conf "requirepass $(random)"
keep redis-url "redis://:$(sed -n 's/^requirepass //p' secrets/redis.conf)@redis:6379"

keep event-store-password "$(random)"
# In the containers the authority is at this path (docker-compose.yml).
keep event-store-url "esdb://admin:$(content event-store-password)@eventstore:2113?tls=true&tlsCAFile=/run/secrets/event-store-ca"
if [ ! -s secrets/event-store-certificate ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj '/CN=PerkTree event store authority' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' -keyout "$work/ca.key" -out "$work/ca" 2>/dev/null
  openssl req -newkey rsa:2048 -nodes -subj '/CN=eventstoredb-node' -keyout "$work/key" -out "$work/request" 2>/dev/null
  cat >"$work/extensions" <<'END'
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature,keyEncipherment
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=DNS:eventstore,DNS:localhost,IP:127.0.0.1
END
  openssl x509 -req -in "$work/request" -CA "$work/ca" -CAkey "$work/ca.key" -CAcreateserial -days 3650 \
    -extfile "$work/extensions" -out "$work/certificate" 2>/dev/null
  # The authority's key is not kept: it signs this certificate only.
  cp "$work/ca" secrets/event-store-ca
  cp "$work/key" secrets/event-store-key
  chmod 644 secrets/event-store-key
  cp "$work/certificate" secrets/event-store-certificate
fi
echo 'The secrets are in the folder secrets. Keep a copy of it apart from your backups.'
