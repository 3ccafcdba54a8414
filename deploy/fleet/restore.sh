#!/bin/sh
# restore.sh FOLDER PORT: brings the newest backup and all changes since into FOLDER, starts PostgreSQL on it at PORT of this
# machine, and checks the books there. Nothing of the fleet is touched. Exit code 0: the restored books are right.
#
# As root, PostgreSQL runs as the user postgres ($POSTGRES_USER). $RESTORE_OPTIONS go to pgbackrest, for a moment in the past:
#   RESTORE_OPTIONS='--type=time --target=2026-11-16T09:00:00+00 --target-action=promote' ./restore.sh /srv/restored 5499
# With $KEEP_RUNNING the server stays; otherwise it is stopped at the end. The folder stays in any case.
set -eu
templates=$(cd "$(dirname "$0")" && pwd)
folder=$1
port=$2

as_postgres() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid "${POSTGRES_USER:-postgres}" --regid "${POSTGRES_GROUP:-postgres}" --clear-groups "$@"; else "$@"; fi
}

mkdir -p "$folder"
chmod 700 "$folder"
if [ "$(id -u)" = 0 ]; then chown "${POSTGRES_USER:-postgres}:${POSTGRES_GROUP:-postgres}" "$folder"; fi

# shellcheck disable=SC2086
as_postgres "$templates/run.sh" pgbackrest --pg1-path="$folder" ${RESTORE_OPTIONS:-} restore
as_postgres rm -f "$folder/standby.signal"
echo "restored into $folder"

# Of the settings that came along, those that belong to the fleet are overruled.
as_postgres "$PG_BIN/pg_ctl" --pgdata="$folder" --wait --timeout=600 --silent --log="$folder/restore.log" start \
  --options="-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder -c hba_file=$folder/pg_hba.conf \
    -c ident_file=$folder/pg_ident.conf -c archive_mode=off -c synchronous_standby_names='' -c cluster_name=restored"
stop() {
  if [ -z "${KEEP_RUNNING:-}" ]; then as_postgres "$PG_BIN/pg_ctl" --pgdata="$folder" --wait --silent --mode=fast stop; fi
}
trap stop EXIT

# The server takes connections before it has come to the end of what it restores.
for _ in $(seq 600); do
  state=$(PGPASSWORD="$OWNER_PASSWORD" psql --no-psqlrc --tuples-only --no-align --command='select pg_is_in_recovery()' \
    "postgres://quittance@127.0.0.1:$port/quittance" 2>&1 || true)
  if [ "$state" = f ]; then break; fi
  sleep 0.5
done
echo "started at 127.0.0.1:$port"

# To verify is the same in both modes; sandbox asks for no other settings.
QUITTANCE_MODE=sandbox DATABASE= DATABASE_URL="postgres://quittance_work:$WORK_PASSWORD@127.0.0.1:$port/quittance" \
  DATABASE_OWNER_URL="postgres://quittance:$OWNER_PASSWORD@127.0.0.1:$port/quittance" \
  ${QUITTANCE:-quittance} verify
