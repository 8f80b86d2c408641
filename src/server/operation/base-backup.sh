# base-backup.sh: copies the primary into the archive and deletes what is no longer needed to
# restore the last two weeks. Does nothing on a standby. Runs as postgres.
set -eu
keep=14
archive=/srv/wms-archive

[ "$(psql -XAtc 'select pg_is_in_recovery()')" = f ] || exit 0

part=$archive/base/$(hostname).part
rm -rf "$part"
pg_basebackup --pgdata="$part" --format=tar --gzip --wal-method=fetch --checkpoint=fast
sync "$part"/*
# The name is the time from which it can be used.
mv "$part" "$archive/base/$(date --utc +%Y%m%dT%H%M%SZ)"

cd "$archive/base"
ls -d [0-9]*Z | head --lines=-"$keep" | xargs --no-run-if-empty rm -r
oldest=$(ls -d [0-9]*Z | head --lines=1)
first=$(tar --extract --gzip --to-stdout --file="$oldest/base.tar.gz" backup_label |
  sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p')
pg_archivecleanup "$archive/wal" "$first"
