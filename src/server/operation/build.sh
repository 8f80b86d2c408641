# build.sh: installs the packages of the lock file, builds the page, and removes what only builds
# and tests need.
set -eu
cd "$(dirname -- "$0")/../../.."

# Debian's Node is too old for the packages, but can fetch the Node that the server runs on.
runtime=node-linux-$(node -p process.arch)
version=$(node -p "require('./package.json').optionalDependencies['$runtime']")
tools=$(mktemp --directory)
trap 'rm -rf "$tools"' EXIT
npm install --no-save --loglevel=error --prefix "$tools" "$runtime@$version"
PATH=$tools/node_modules/$runtime/bin:$PATH

npm ci --loglevel=error
npx vite build
# An updated lock file would look newer than the page.
npm prune --omit=dev --no-save
# Debian's npm loses the link to it.
npm rebuild "$runtime"
