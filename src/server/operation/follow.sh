# follow.sh <primary>: makes this machine the standby of another one. Deletes its own database.
set -eu
primary=$1
cluster=postgresql@15-main
data=/var/lib/postgresql/15/main
slot=$(hostname | tr - _)
. /etc/wms/site.env

printf '%s:*:*:replicator:%s\n' "$primary" "$REPLICATION_PASSWORD" |
  install --owner=postgres --mode=600 /dev/stdin /var/lib/postgresql/.pgpass
connection="host=$primary user=replicator application_name=$slot sslmode=verify-full sslrootcert=/etc/wms/ca.pem"
cd /
runuser -u postgres -- /usr/lib/postgresql/15/bin/pg_receivewal \
  --dbname="$connection" --slot="$slot" --create-slot --if-not-exists
rm -rf "$data.new"
runuser -u postgres -- pg_basebackup --pgdata="$data.new" --dbname="$connection" \
  --slot="$slot" --write-recovery-conf --checkpoint=fast
systemctl stop "$cluster"
rm -rf "$data"
mv "$data.new" "$data"
systemctl start "$cluster"
