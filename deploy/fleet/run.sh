#!/bin/sh
# run.sh PROGRAM: one program of the fleet. Fills its templates with the variables of the environment (fleet.env says what each
# means), writes them to $FLEET_DATA, and becomes that program. systemd, compose.yaml and `npm run drill` all start it here.
#
#   etcd | patroni | haproxy | pgbouncer     run until they are stopped
#   backup                                   a full copy into the repository, on the primary; on a standby it does nothing
#   patronictl | pgbackrest [arguments]      with the same settings, for people
set -eu
templates=$(cd "$(dirname "$0")" && pwd)
program=$1
shift
mkdir -p "$FLEET_DATA/log" "$FLEET_DATA/run"

# {{NAME}} becomes the variable NAME; one that is not set is named, and nothing starts.
fill() {
  umask 077
  awk '{
    while (match($0, /\{\{[A-Z_0-9]+\}\}/)) {
      name = substr($0, RSTART + 2, RLENGTH - 4)
      if (!(name in ENVIRON)) { print FILENAME ": " name " is not set" > "/dev/stderr"; exit 1 }
      printf "%s%s", substr($0, 1, RSTART - 1), ENVIRON[name]
      $0 = substr($0, RSTART + RLENGTH)
    }
    print
  }' "$templates/$1" > "$FLEET_DATA/$1.new"
  mv "$FLEET_DATA/$1.new" "$FLEET_DATA/$1"
}

case $program in
  etcd)
    fill etcd.yml
    # Releases before 3.5 start on 64-bit ARM only when they are told to.
    if [ "$(uname -m)" = aarch64 ]; then export ETCD_UNSUPPORTED_ARCH=arm64; fi
    exec etcd --config-file "$FLEET_DATA/etcd.yml"
    ;;
  patroni)
    cp "$templates/make-roles.sh" "$FLEET_DATA/make-roles.sh"
    chmod 700 "$FLEET_DATA/make-roles.sh"
    fill patroni.yml
    fill pgbackrest.conf
    exec patroni "$FLEET_DATA/patroni.yml"
    ;;
  haproxy)
    fill haproxy.cfg
    exec haproxy -db -f "$FLEET_DATA/haproxy.cfg"
    ;;
  pgbouncer)
    fill pgbouncer.ini
    fill pgbouncer-users.txt
    exec pgbouncer -q "$FLEET_DATA/pgbouncer.ini"
    ;;
  backup)
    fill pgbackrest.conf
    export PGPASSWORD="$SUPERUSER_PASSWORD"
    isStandby=$(psql --no-psqlrc --tuples-only --no-align --host="$FLEET_DATA/run" --port="$PG_PORT" --username=postgres \
      --dbname=postgres --command='select pg_is_in_recovery()')
    if [ "$isStandby" = t ]; then
      echo "node$NODE is a standby; the primary makes the backup"
      exit 0
    fi
    pgbackrest="pgbackrest --config=$FLEET_DATA/pgbackrest.conf --stanza=quittance"
    # Prepares the repository the first time, and is content with a prepared one.
    $pgbackrest stanza-create
    exec $pgbackrest backup --type="${1:-full}"
    ;;
  patronictl)
    fill patroni.yml
    exec patronictl -c "$FLEET_DATA/patroni.yml" "$@"
    ;;
  pgbackrest)
    fill pgbackrest.conf
    export PGPASSWORD="$SUPERUSER_PASSWORD"
    exec pgbackrest --config="$FLEET_DATA/pgbackrest.conf" --stanza=quittance "$@"
    ;;
  *)
    echo "run.sh: there is no program called $program" >&2
    exit 2
    ;;
esac
