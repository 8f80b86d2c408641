# wms.sh backup|restore|verify [argument]: runs a script of package.json with the settings and as
# the user of the server. DATABASE names another database than `wms`.
set -eu
set -a
. /etc/wms/server.env
DATABASE_URL=$(echo "$DATABASE_URL" | sed "s|/wms?|/${DATABASE:-wms}?|")
DATA_DIR=/var/lib/wms
NODE_ENV=production
set +a
umask 077
cd /opt/wms/current
script=$1
shift
exec runuser -u wms -- node_modules/.bin/node "src/server/$script.ts" "$@"
