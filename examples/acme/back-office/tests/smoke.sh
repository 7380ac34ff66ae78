#!/bin/sh
set -eu
curl -fsS "$BACK_OFFICE_URL/healthz"
curl -fsS "$BACK_OFFICE_URL/login" | grep -q 'name="csrf"'
