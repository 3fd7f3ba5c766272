/** The first bytes of a body that an admin or a developer sees, without secrets. Pure. */

const REDACTED = '[redacted]';

/**
 * What is replaced. A plugin may echo its request or its configuration in an error message, and admins who read
 * deliveries must not learn secrets from that.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  // The credentials of this service: publisher keys, installation tokens, signing secrets and handles.
  // A whole one is also recognized after a letter, such as that of an escaped line break (`\nki_…`).
  [/(?:\bk([ishp])_[A-Za-z0-9_.~+/=-]{4,}|k([ishp])_[A-Za-z0-9_.~+/=-]{30,})/g, `k$1$2_${REDACTED}`],
  // `Authorization` values and JSON Web Tokens.
  [/\b(Bearer|Basic|Digest|Token)(\s+)[A-Za-z0-9_.~+/=:-]{6,}/gi, `$1$2${REDACTED}`],
  [/\beyJ[A-Za-z0-9_-]{5,}(\.[A-Za-z0-9_-]*){0,2}/g, REDACTED],
  // Members, headers and parameters with the name of a secret.
  // The quotes of a complete string stay, so that JSON stays JSON.
  [
    /((?:authorization|cookie|password|passwd|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|signature|credentials?)\\*["']?\s*[:=]\s*)(?:(")(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*|'[^']*'?|[^\s,;&<>}\]]+)/gi,
    `$1$2${REDACTED}$2`,
  ],
  // User information in a URL.
  [/(\b[a-z][a-z0-9+.-]{0,15}:\/\/)[^\s/@:]+:[^\s/@]+@/gi, `$1${REDACTED}@`],
];

/**
 * Returns the first `maxBytes` bytes of a body as text, with secrets redacted; null for an empty body. Pass more bytes
 * than `maxBytes`, so that a secret at the cut is recognized. Bytes that are not UTF-8 become replacement characters.
 */
export function redactedSample(body: Uint8Array, maxBytes: number): string | null {
  if (body.length === 0) return null;
  // PostgreSQL stores no NUL character in a text.
  const text = new TextDecoder('utf-8').decode(body).replaceAll('\0', '\uFFFD');
  const redacted = SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
  return cut(redacted, maxBytes);
}

/**
 * The same for a body that may contain the settings of an installation: the values in a member `settings` of its object
 * are replaced, because some of them are secrets and nothing in the body shows which.
 */
export function redactedBody(body: Uint8Array, maxBytes: number): string | null {
  return redactedSample(withoutSettings(body).subarray(0, 2 * maxBytes), maxBytes);
}

function withoutSettings(body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes('"settings"')) return body;
  try {
    const value = JSON.parse(bytes.toString()) as { readonly settings?: unknown } | null;
    if (typeof value?.settings !== 'object' || value.settings === null) return body;
    const settings = Object.fromEntries(Object.keys(value.settings).map((name) => [name, REDACTED]));
    return Buffer.from(JSON.stringify({ ...value, settings }));
  } catch {
    // Not JSON: it has no settings of ours.
    return body;
  }
}

/** Cuts a text to a number of UTF-8 bytes, at the boundary of a character. */
function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
