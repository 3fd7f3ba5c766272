/**
 * Rules for what must never be accepted, derived from the documentation alone. The tests compare the verdicts of the
 * catalogue service with these rules, so this file imports none of the service's checks.
 */

type Document = Readonly<Record<string, unknown>>;
const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const KNOWN = new Set([
  'schema',
  'id',
  'version',
  'publisher',
  'kind',
  'plugin_api',
  'names',
  'summaries',
  'base_url',
  'image',
  'port',
  'egress',
  'scopes',
  'records',
  'proposals',
  'sources',
  'services',
  'plans',
  'tools',
  'events',
  'settings',
  'ui',
]);
/** Bidirectional controls, line ends, cursor movements and lone surrogates: no name may contain them. */
const TRICKY = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]/;
const withoutPairs = (text: string) => text.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, '');
export const isTricky = (text: string) => TRICKY.test(withoutPairs(text));
/**
 * The semver.org regular expression without build metadata. Unlike many libraries, it does not limit the size of
 * numbers.
 */
const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?$/;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The reasons to reject this submission of the publisher `acme`; empty when it is valid. */
export function reasonsAgainst(text: string): readonly string[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['no JSON'];
  }
  if (!isDocument(body)) return ['no object'];
  const { manifest, notes = null, requested_tier = null, ...unknown } = body;
  const reasons: (string | false)[] = [
    Object.keys(unknown).length > 0 && 'an unknown field',
    notes !== null &&
      (typeof notes !== 'string' ||
        [...notes].length > 4_000 ||
        withoutPairs(notes).match(/[\u0000\ud800-\udfff\u202e]/) !== null) &&
      'notes',
    ![null, '', 'community', 'verified', 'private'].includes(requested_tier as string) && 'tier',
  ];
  return [
    ...reasons.filter((reason) => reason !== false),
    ...(isDocument(manifest) ? againstManifest(manifest) : ['no manifest']),
  ];
}

function againstManifest(manifest: Document): string[] {
  const { schema, id, version, publisher, kind, plugin_api, names } = manifest;
  const isText = (value: unknown, pattern: RegExp, most: number) =>
    typeof value === 'string' && pattern.test(value) && value.length <= most;
  const wrong = {
    unknown: Object.keys(manifest).some((name) => !KNOWN.has(name)),
    schema: schema !== '1',
    id: !isText(id, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 128),
    version: !isText(version, SEMVER, 64),
    publisher: publisher !== 'acme',
    plugin_api: !isText(plugin_api, /^\d+\.\d+$/, 20),
    names:
      !isDocument(names) ||
      Object.keys(names).length === 0 ||
      Object.entries(names).some(
        ([language, name]) =>
          !/^[A-Za-z0-9-]+$/.test(language) || typeof name !== 'string' || name.trim() === '' || isTricky(name),
      ),
    place: kind === 'external' ? !isGoodAddress(manifest) : kind === 'instance' ? !isGoodImage(manifest) : true,
  };
  return Object.entries(wrong)
    .filter(([, is]) => is)
    .map(([name]) => name);
}

function isGoodAddress({ base_url, image, port, egress }: Document): boolean {
  if (
    image !== undefined ||
    port !== undefined ||
    egress !== undefined ||
    typeof base_url !== 'string' ||
    !URL.canParse(base_url)
  )
    return false;
  const { protocol, hostname, username, password, search, hash } = new URL(base_url);
  return (
    (protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname))) &&
    username === '' &&
    password === '' &&
    search === '' &&
    hash === ''
  );
}

function isGoodImage({ base_url, image, port = 8080, egress }: Document): boolean {
  const isGoodPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
  const isGoodEgress =
    Array.isArray(egress) && egress.every((one) => typeof one === 'string' && /^[^*\s]+:\d+$/.test(one));
  return (
    base_url === undefined &&
    typeof image === 'string' &&
    /^[^\s]+@sha256:[0-9a-f]{64}$/.test(image) &&
    isGoodPort &&
    isGoodEgress
  );
}
