# refuse-second-primary.sh: fails if PostgreSQL would start as a primary while the other machine
# already runs one, for example when this machine returns after a failover.
set -eu
case $(hostname) in
  db1) other=db2 ;;
  *) other=db1 ;;
esac
[ ! -e /var/lib/postgresql/15/main/standby.signal ] || exit 0
. /etc/wms/site.env
connection="host=$other user=replicator dbname=postgres replication=true connect_timeout=3 sslmode=verify-full sslrootcert=/etc/wms/ca.pem"
in_recovery=$(PGPASSWORD=$REPLICATION_PASSWORD psql -XAt --dbname="$connection" --command='SHOW in_hot_standby') || exit 0
if [ "$in_recovery" = off ]; then
  echo "$other is the primary now. To follow it: sh /opt/wms/current/src/server/operation/follow.sh $other" >&2
  exit 1
fi
