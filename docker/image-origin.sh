#!/bin/sh
# Prints the origin that browsers load images from where they lie in a bucket, by the API's settings of it.
set -eu
[ -n "${S3_BUCKET:-}" ] && [ "${S3_DELIVERY:-presigned}" != proxy ] || exit 0

region="${S3_REGION:-us-east-1}"
case "$region" in
    cn-*) amazon="https://s3.$region.amazonaws.com.cn" ;;
    *) amazon="https://s3.$region.amazonaws.com" ;;
esac
store="${S3_ENDPOINT:-$amazon}"
host="${store#*://}"
host="${host%%/*}"
# The API refuses a key here; browsers must not be told it meanwhile.
host="${host##*@}"
case "$(echo "${S3_FORCE_PATH_STYLE:-true}" | tr '[:upper:]' '[:lower:]')" in
    false | 0 | no | off | n | disabled) host="$S3_BUCKET.$host" ;;
esac
echo "${store%%://*}://$host"
