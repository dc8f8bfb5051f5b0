#!/bin/sh
# Make a virtual environment: tools/make_venv.sh DIRECTORY
#
# Takes the Python that $PYTHON names, or else the first of 3.11 or newer that can make one, from
# python3, python3.13, python3.12, python3.11, python3.14 and python. When none will do, says of each
# why not and what to install. With --find in place of the directory, prints the Python that it takes.
set -eu

probe='
import sys
if sys.version_info < (3, 11):
    print("is Python %d.%d, and Maniple needs 3.11 or newer" % sys.version_info[:2])
else:
    try:
        import ensurepip, venv
    except ImportError:
        print("cannot make virtual environments (no venv or no ensurepip); on Debian and Ubuntu: "
              "apt-get install python%d.%d-venv" % sys.version_info[:2])
    else:
        print("fit")
'

# All programs of these names on the path, in the order of the names.
candidates() {
    for name in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14 python}; do
        case "$name" in
            */*) echo "$name" ;;
            *)
                (
                    IFS=:
                    for directory in $PATH; do
                        [ ! -x "$directory/$name" ] || echo "$directory/$name"
                    done
                )
                ;;
        esac
    done
}

find_python() {
    reasons=""
    for candidate in $(candidates); do
        verdict=$("$candidate" -c "$probe" 2>/dev/null) || verdict="does not start"
        if [ "$verdict" = fit ]; then
            [ -z "$reasons" ] || printf '%sTaking %s instead.\n' "$reasons" "$candidate" >&2
            echo "$candidate"
            return 0
        fi
        reasons="$reasons$candidate $verdict.
"
    done
    printf '%s' "$reasons" >&2
    echo "Maniple needs Python 3.11 or newer with its venv module; ${PYTHON:-this machine} has none." >&2
    echo "Install one (on Debian and Ubuntu: apt-get install python3 python3-venv), or name it:" >&2
    echo "    make PYTHON=/path/to/python3.12 ..." >&2
    return 1
}

case "${1:-}" in
    --find) find_python ;;
    "" | -*) echo "usage: tools/make_venv.sh DIRECTORY | --find" >&2; exit 2 ;;
    *)
        python=$(find_python)
        rm -rf "$1"
        "$python" -m venv "$1"
        ;;
esac
