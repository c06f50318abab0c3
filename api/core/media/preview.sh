#!/bin/sh
# Starts the reader of pictures (preview.process.ts) with no rights. A program of its own, so that the product may run this and not Deno:
# who may run Deno may give it all rights.
here=${0%/*}
modules=$here/../../../node_modules
for deno in "$modules"/deno/deno "$modules"/@deno/*/deno; do
  if [ -x "$deno" ]; then
    exec "$deno" run --quiet --no-config --no-lock --no-prompt --no-remote --no-npm "$here/preview.process.ts"
  fi
done
exit 127
