# prepare-site.sh <folder> <public name> <balancer's address>: makes the passwords, keys and
# certificates of a new site, in one folder for each machine that is copied to its /etc/wms.
set -eu
umask 077
folder=$1 name=$2 balancer=$3
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
days=3650

mkdir "$folder"
cd "$folder"
mkdir db1 db2 app1 app2 balancer

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -days "$days" \
  -subj '/CN=WMS site' -keyout ca.key -out ca.pem

# certificate <machine> <name>
certificate() {
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -subj "/CN=$2" \
    -keyout "$1/server.key" -out request.pem
  printf 'subjectAltName=DNS:%s\n' "$2" >extensions
  openssl x509 -req -sha256 -days "$days" -in request.pem -CA ca.pem -CAkey ca.key \
    -set_serial "0x$(openssl rand -hex 16)" -extfile extensions -out "$1/server.pem"
  rm request.pem extensions
}
certificate db1 db1
certificate db2 db2
certificate balancer "$name"

database_password=$(openssl rand -hex 24)
replication_password=$(openssl rand -hex 24)

for machine in db1 db2 app1 app2 balancer; do
  cp ca.pem "$machine"
done
for machine in db1 db2; do
  printf "export DATABASE_PASSWORD='%s'\nexport REPLICATION_PASSWORD='%s'\n" \
    "$database_password" "$replication_password" >"$machine/site.env"
done
sed -e "s|@NAME@|$name|" -e "s|@BALANCER@|$balancer|" \
  -e "s|@DATABASE_PASSWORD@|$database_password|" \
  -e "s|@SITE_KEY@|$(openssl rand -hex 32)|" \
  -e "s|@METRICS_TOKEN@|$(openssl rand -hex 24)|" \
  "$here/server.env" >app1/server.env
cp app1/server.env app2
