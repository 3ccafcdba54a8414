#!/bin/sh
# Run by PostgreSQL's image when it makes a new database, as the role that owns it: makes the second role, which the service
# works under and which cannot rewrite the books. The service gives it its rights itself.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/work-password)" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'END'
create role quittance_work login password :'password';
END
