# restore-to.sh <time>: restores this machine's database to a time, '2026-11-29 14:05:00+09'.
# The present one remains in main.before-…
set -eu
time=$1
cluster=postgresql@15-main
data=/var/lib/postgresql/15/main
archive=/srv/wms-archive
stamp() { date --utc --date="$1" +%Y%m%dT%H%M%SZ; }
ask() { runuser -u postgres -- psql -XAtc "$1"; }

cd "$archive/base"
wanted=$(stamp "$time")
base=$(for one in $(ls -d [0-9]*Z); do
  [ "$(printf '%s\n%s\n' "$one" "$wanted" | sort | head --lines=1)" = "$one" ] && echo "$one"
done | tail --lines=1)
if [ -z "$base" ]; then
  echo "no base backup before $time; the first one is $(ls -d [0-9]*Z | head --lines=1)" >&2
  exit 1
fi

systemctl stop "$cluster"
before=$data.before-$(stamp now)
mv "$data" "$before"
install --directory --owner=postgres --group=postgres --mode=700 "$data"
runuser -u postgres -- tar --extract --gzip --file="$base/base.tar.gz" --directory="$data"
# The last minute of the log might not be in the archive yet.
runuser -u postgres -- cp --no-clobber --recursive "$before/pg_wal/." "$data/pg_wal"
printf "recovery_target_time = '%s'\nrecovery_target_action = 'promote'\n" "$time" \
  >>"$data/postgresql.auto.conf"
runuser -u postgres -- touch "$data/recovery.signal"
systemctl start "$cluster"
until [ "$(ask 'select pg_is_in_recovery()' || true)" = f ]; do
  systemctl --quiet is-active "$cluster"
  sleep 1
done
ask 'alter system reset recovery_target_time'
ask 'alter system reset recovery_target_action'
ask 'select pg_reload_conf()'

# Base backups of the abandoned future cannot be combined with the log that follows now.
for one in $(ls -d [0-9]*Z); do
  [ "$(printf '%s\n%s\n' "$one" "$wanted" | sort | head --lines=1)" = "$one" ] || rm -r "$one"
done
systemctl start wms-base-backup.service
echo "restored to $time from $base; the previous database is in $before"
