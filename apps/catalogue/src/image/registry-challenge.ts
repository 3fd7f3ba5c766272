/** How a registry wants its client to authenticate (RFC 9110, section 11; the distribution token specification). */
type RegistryChallenge =
  | { readonly scheme: 'basic' }
  /** A token is issued at `realm`. */
  | { readonly scheme: 'bearer'; readonly realm: URL; readonly service: string | null };

const HEADER_MAX_CHARACTERS = 4_096;

/** Reads `WWW-Authenticate`. Returns null for a header that names no scheme which this client speaks. */
export function readChallenge(header: string | readonly string[] | undefined): RegistryChallenge | null {
  const texts = typeof header === 'string' ? [header] : (header ?? []);
  for (const text of texts.filter(({ length }) => length <= HEADER_MAX_CHARACTERS)) {
    const [, scheme = '', rest = ''] = /^\s*([A-Za-z]+)\s*(.*)$/s.exec(text) ?? [];
    switch (scheme.toLowerCase()) {
      case 'basic':
        return { scheme: 'basic' };
      case 'bearer': {
        const parameters = parametersOf(rest);
        const realm = parameters.get('realm');
        if (realm === undefined || !URL.canParse(realm)) return null;
        return { scheme: 'bearer', realm: new URL(realm), service: parameters.get('service') ?? null };
      }
    }
  }
  return null;
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  const matches = text.matchAll(/([A-Za-z_]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g);
  return new Map(
    [...matches].map(([, name = '', quoted, plain]) => [
      name.toLowerCase(),
      quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1'),
    ]),
  );
}
