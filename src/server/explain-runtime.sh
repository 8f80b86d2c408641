# npm runs this before `start` and `test` when the runtime cannot be loaded: the loader names a
# library, but not what to do about it. Plain sh, because there is no node to run anything else.
node=$(command -v node)
reason=$("$node" -v 2>&1)
missing=$(ldd "$node" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*$/\1/p' | sort -u)

packages=''
for library in $missing; do
  case $library in
    libatomic.so.1) packages="$packages libatomic1" ;;
    libstdc++.so.6) packages="$packages libstdc++6" ;;
    libgcc_s.so.1) packages="$packages libgcc-s1" ;;
  esac
done

{
  echo
  if [ -n "$missing" ]; then
    echo "  이 컴퓨터에 없는 라이브러리 때문에 Node를 실행할 수 없습니다:" $missing
    echo "  Node cannot be loaded, because this machine lacks a library:" $missing
  else
    echo "  이 컴퓨터에서 Node를 실행할 수 없습니다: $reason"
    echo "  Node cannot be run on this machine: $reason"
  fi
  echo
  if [ -n "$packages" ]; then
    echo "  관리자 권한으로 설치한 뒤 다시 시도하세요. / Install it as root, then try again:"
    echo "    apt-get update && apt-get install -y$packages"
  else
    echo "  빠진 것을 설치하거나 Debian 11, Ubuntu 20.04 이상에서 실행하세요."
    echo "  Install what is missing, or use Debian 11, Ubuntu 20.04 or later."
  fi
  echo
  echo "  파일 / file: $node"
  echo
} >&2
exit 1
