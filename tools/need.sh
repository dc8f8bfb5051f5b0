#!/bin/sh
# Programs that the suite needs besides Python's own: a Chromium for the page, a PostgreSQL for the store.
#
#     tools/need.sh [PYTHON]   see that they are here; install them where apt-get is there and we are root
#
# Without root, a browser is fetched by the Playwright of that PYTHON. Where something can't be installed
# from here, says how.
set -eu

python=${1:-}

has_browser() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    for place in "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}"/chromium*; do
        [ -d "$place" ] && return 0
    done
    return 1
}

has_postgres() {
    command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

what_is_missing() {
    missing=""
    has_browser || missing="$missing chromium fonts-dejavu-core"
    has_postgres || missing="$missing postgresql"
}

what_is_missing
[ -n "$missing" ] || exit 0

echo "Missing here:$missing"
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    apt-get update -qq
    # shellcheck disable=SC2086 - several names, parted by blanks
    apt-get install -qq -y --no-install-recommends $missing >/dev/null
elif [ -n "$python" ] && ! has_browser; then
    "$python" -m playwright install chromium
fi

what_is_missing
[ -n "$missing" ] || exit 0
echo "Install them; on Debian and Ubuntu:  sudo apt-get install$missing" >&2
exit 1
