# Sourced by ./play and ./test: finds a Python that is new enough, and starts a program of ours.

# Another project's modules must not come before ours.
unset PYTHONPATH PYTHONHOME

# Becomes the program scripts/$1 of the project in $here, with the other arguments.
start() {
  program=$1
  shift
  for python in python3 python3.13 python3.12 python3.11; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      exec "$python" "$here/scripts/$program" "$@"
    fi
  done
  echo "Gold Sparrow needs Python 3.11 or newer: run \`apt-get install python3\` as root" >&2
  exit 1
}
