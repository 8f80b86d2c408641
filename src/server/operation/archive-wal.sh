# archive-wal.sh <path> <name>: PostgreSQL's archive_command.
set -eu
archived=/srv/wms-archive/wal/$2
# A repeated attempt after a crash. A different file of the same name is an error.
if [ -e "$archived" ]; then
  exec cmp --silent "$1" "$archived"
fi
part=$archived.$(hostname).part
cp "$1" "$part"
sync "$part"
mv "$part" "$archived"
sync /srv/wms-archive/wal
