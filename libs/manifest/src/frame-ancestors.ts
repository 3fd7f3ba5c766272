/** Evaluates who may embed a page, from its `Content-Security-Policy` headers. */
import type { PageProblem } from '@kushk/contracts';

const MAX_REPORTED_CHARACTERS = 500;

/**
 * Returns null when the policies let the origin embed the page, and nobody but exact origins. A response may have
 * several policies, each of which restricts the others: all must allow the origin, and one of them must be narrow.
 */
export function frameAncestorsProblem(
  header: string | readonly string[] | undefined,
  embedder: string,
): PageProblem | null {
  const lists = policiesOf(header).flatMap((policy) => frameAncestorsOf(policy) ?? []);
  if (lists.length === 0) return { code: 'frame_ancestors_missing' };
  const sources = lists
    .map((list) => list.join(' '))
    .join(', ')
    .slice(0, MAX_REPORTED_CHARACTERS);
  if (!lists.some((list) => list.every(isNarrow))) return { code: 'frame_ancestors_wide', sources };
  return lists.every((list) => list.some((source) => !isNarrow(source) || originOf(source) === embedder))
    ? null
    : { code: 'frame_ancestors_other', sources };
}

function policiesOf(header: string | readonly string[] | undefined): readonly string[] {
  const values = typeof header === 'string' ? [header] : (header ?? []);
  return values.flatMap((value) => value.split(','));
}

/** The sources of the first `frame-ancestors` of a policy, in a list; null when the policy has none. */
function frameAncestorsOf(policy: string): readonly (readonly string[])[] | null {
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (name.toLowerCase() === 'frame-ancestors') return [sources];
  }
  return null;
}

/** Wide sources: `*`, a scheme such as `https:`, a host without scheme, and a wildcard in host or port. */
function isNarrow(source: string): boolean {
  return /^'(?:self|none)'$/i.test(source) || originOf(source) !== null;
}

function originOf(source: string): string | null {
  if (!/^https?:\/\/[^/*]+\/?$/i.test(source) || !URL.canParse(source)) return null;
  return new URL(source).origin;
}
