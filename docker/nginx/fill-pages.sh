#!/bin/sh
# Fills an installation's name, addresses and free credits into the prerendered pages of the web app.
#
#   fill-pages.sh SITE TARGET     SITE: folder of the built web app, TARGET: folder that is replaced
#
# From the environment: PRODUCT_NAME, PUBLIC_URL, FREE_ALLOWANCE, FREE_MONTHLY_CREDITS, FEATURE_PUBLIC_API and
# FEATURE_BATCH, as the API reads them, and SUPPORT_EMAIL, where people write to.
set -eu
site=$1
target=$2
name=${PRODUCT_NAME:-Lumina}
allowance=${FREE_ALLOWANCE:-both}
credits=${FREE_MONTHLY_CREDITS:-5}
public_api=${FEATURE_PUBLIC_API:-true}
batch=${FEATURE_BATCH:-true}
email=${SUPPORT_EMAIL:-support@example.com}
printf '%s' "$email" | grep -Eq '^[^[:space:]@]+@[^[:space:]@]+$' || {
    echo "SUPPORT_EMAIL must be an email address, not \"$email\"." >&2
    exit 1
}

html() { printf '%s' "$1" | sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' -e 's/"/\&quot;/g'; }
json() { printf '%s' "$1" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/</\\u003c/g'; }
# Thousands are separated, as the web app formats numbers.
grouped() { printf '%s' "$1" | sed -e ':a' -e 's/^\([0-9]\{1,\}\)\([0-9]\{3\}\)/\1,\2/' -e 'ta'; }
# For the right side of a substitution.
literal() { sed -e 's/[&|\\]/\\&/g'; }

rules=$(mktemp)
trap 'rm -f "$rules"' EXIT
{
    printf 's|%%PRODUCT_NAME%%|%s|g\n' "$(html "$name" | literal)"
    printf 's|%%PRODUCT_NAME_JSON%%|%s|g\n' "$(json "$name" | literal)"
    printf 's|%%SITE_URL%%|%s|g\n' "$(html "${PUBLIC_URL%/}" | literal)"
    printf 's|%%FREE_ALLOWANCE%%|%s|g\n' "$(html "$allowance" | literal)"
    printf 's|%%FREE_MONTHLY_CREDITS%%|%s|g\n' "$(html "$credits" | literal)"
    printf 's|%%FEATURE_PUBLIC_API%%|%s|g\n' "$(html "$public_api" | literal)"
    printf 's|%%FEATURE_BATCH%%|%s|g\n' "$(html "$batch" | literal)"
    printf 's|%%SUPPORT_EMAIL%%|%s|g\n' "$(html "$email" | literal)"
    printf 's|%%FREE_CREDITS%%|%s|g\n' "$(grouped "$credits" | literal)"
} > "$rules"

rm -rf "$target"
cd "$site/.pages/$allowance"
find . -type f | while IFS= read -r file; do
    mkdir -p "$target/$(dirname "$file")"
    sed -f "$rules" "$file" > "$target/$file"
done

# Where a feature is switched off, another page takes the place of the one that offers it.
replace_if_off() {
    find "$target" -name "$2" | while IFS= read -r file; do
        case $(printf '%s' "$1" | tr '[:upper:]' '[:lower:]') in
            false | 0 | no | off | n | disabled) mv "$file" "$(dirname "$file")/$3" ;;
            *) rm "$file" ;;
        esac
    done
}
replace_if_off "$public_api" api-announced.html api.html
replace_if_off "$batch" pricing-without-batches.html pricing.html
