/**
 * A container plugin in the shell of busybox, for the tests of its life: it stores its credentials in `/data`, uses
 * them inside the `installed` call, and answers tools with what it has received. It is the command of an image that
 * holds nothing but busybox.
 */

const HANDLER = String.raw`
cr=$(printf '\r')
length=0
read -r method path rest
while IFS= read -r line; do
  line=${'$'}{line%$cr}
  [ -z "$line" ] && break
  case "$line" in [Cc]ontent-[Ll]ength:*) length=${'$'}{line#*: } ;; esac
done
body=$(head -c "$length")
reply() {
  printf 'HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' "$1" "${'$'}{#2}" "$2"
}
field() { printf '%s' "$1" | sed -n "s/.*\"$2\":\"\([^\"]*\)\".*/\1/p"; }
case "$path" in
/service/lifecycle)
  case "$body" in
  *'"event":"removed"'*) reply '200 OK' '{}' ;;
  *)
    [ "$ANSWERS" = no ] && { reply '500 Broken' '{}'; exit; }
    wget -q -O /dev/null --header "Authorization: Bearer $(field "$body" token)" "$(field "$body" api_base)/installation" ||
      { reply '500 Broken' '{}'; exit; }
    printf '%s' "$body" > /data/installed
    echo installed >> /data/calls
    reply '200 OK' '{}'
    ;;
  esac
  ;;
/service/events)
  printf '%s\n' "$body" >> /data/events
  reply '200 OK' '{}'
  ;;
/service/tools/look)
  installed=$(cat /data/installed)
  token=$(field "$installed" token)
  calls=$(wc -l < /data/calls)
  outcome=$(sed -n 's/.*"outcome":"\([^"]*\)".*/\1/p' /data/events 2>/dev/null | tail -n 1)
  reply '200 OK' "{\"content\":{\"version\":\"$VERSION\",\"installed_calls\":$calls,\"token_last4\":\"${'$'}{token#${'$'}{token%????}}\",\"outcome\":\"$outcome\"}}"
  ;;
/service/tools/propose)
  installed=$(cat /data/installed)
  proposal="{\"external_id\":\"p1\",\"record_type\":\"case\",\"action\":\"update\",\"record_id\":\"$(field "$body" case_id)\",\"changes\":{\"title\":\"From a container\"},\"summary\":\"A better title\"}"
  made=$(wget -q -O - --header "Authorization: Bearer $(field "$installed" token)" --header 'Content-Type: application/json' \
    --post-data "$proposal" "$(field "$installed" api_base)/proposals") || { reply '500 Broken' '{}'; exit; }
  reply '200 OK' "{\"content\":{\"id\":\"$(field "$made" id)\"}}"
  ;;
/app*)
  printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: box=1; Domain=localhost\r\nX-Frame-Options: DENY\r\nConnection: close\r\n\r\n<h1>%s</h1>' "$VERSION"
  ;;
*) reply '404 Not Found' '{}' ;;
esac`;

export interface ShellPlugin {
  readonly version: string;
  /** Whether it answers `installed` with 200, and otherwise with 500. */
  readonly answers: boolean;
}

/** The command of busybox that runs the plugin. */
export function shellPlugin({ version, answers }: ShellPlugin): readonly string[] {
  const script = [
    `export VERSION=${version} ANSWERS=${answers ? 'yes' : 'no'}`,
    `cat > "$DATA_DIR/handler" <<'END'`,
    HANDLER,
    'END',
    'echo "version $VERSION listens"',
    'exec nc -ll -p "$PORT" -e /bin/busybox sh "$DATA_DIR/handler"',
  ];
  return ['sh', '-c', script.join('\n')];
}
