#!/bin/sh
# Makes the secrets that compose.yaml hands to its services, once: files that are there already stay as they are.
set -eu
folder="${1:-$(dirname "$0")/secrets}"
# Nobody else may enter the folder. The files themselves are mounted into containers whose users are not ours, and must be
# readable there.
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

keep() {
  printf '%s\n' "$2" > "$1.new"
  chmod 444 "$1.new"
  mv "$1.new" "$1"
}

[ -s master-key ] || keep master-key "$(openssl rand -hex 32)"
[ -s database-password ] || keep database-password "$(openssl rand -hex 24)"
[ -s work-password ] || keep work-password "$(openssl rand -hex 24)"
[ -s database-url ] || keep database-url "postgres://quittance_work:$(cat work-password)@postgres:5432/quittance"
[ -s database-owner-url ] || keep database-owner-url "postgres://quittance:$(cat database-password)@postgres:5432/quittance"
echo "Secrets are in $(pwd). Copy master-key to a place apart from your backups: without it nobody can read them."
