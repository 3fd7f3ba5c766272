import type { Manifest } from './manifest.js';

type Home = Pick<Manifest, 'kind' | 'base_url'> & { readonly delivery?: unknown };

/**
 * Whether a version runs elsewhere than another one: as another kind, with another way of delivery, or at another
 * origin. Its store may be another one, which has no credentials.
 */
export function isElsewhere(previous: Home, next: Home): boolean {
  return previous.kind !== next.kind || previous.delivery !== next.delivery || originOf(previous) !== originOf(next);
}

function originOf({ base_url: url }: Home): string | null {
  return url === undefined ? null : new URL(url).origin;
}
