#!/bin/sh
# Called by Patroni once, on the first primary, with its address as a superuser: makes the database, the role that owns its
# tables, and the role that the service works under, which cannot rewrite the books. The service grants its rights itself.
set -eu
# No standby is there yet that could agree.
export PGOPTIONS='-c synchronous_commit=local'
psql --quiet --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set work="$WORK_PASSWORD" "$1" <<'END'
create role quittance login password :'owner';
create role quittance_work login password :'work';
create database quittance owner quittance;
END
