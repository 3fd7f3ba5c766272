/** The differences between two versions, in words: `/scopes/cases.read` added is a new permission. */
import type { Texts } from '@kushk/ui';

export interface Change {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
}

const KINDS = [
  'scopes',
  'delivery',
  'base_url',
  'egress',
  'plans',
  'services',
  'records',
  'proposals',
  'sources',
  'tools',
  'events',
  'settings',
  'ui',
] as const;
export type ChangeKind = (typeof KINDS)[number];

/** What a change concerns: the kind of capability, and the name of the declaration (`find_invoice`). */
export function subjectOf({ path }: Change): { readonly kind: ChangeKind | null; readonly name: string } {
  const [first = '', ...rest] = path.split('/').slice(1).map(unescape);
  const kind = KINDS.find((one) => one === first) ?? null;
  return { kind, name: kind === 'ui' ? rest.slice(0, 2).join(' ') : (rest[0] ?? '') };
}

const unescape = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** How many segments the pointer of a whole declaration has, with the empty one before its first slash. */
function wholeDepth({ path }: Change, kind: ChangeKind | null): number {
  if (kind === 'settings' || kind === 'base_url' || kind === 'delivery') return 2;
  return path.startsWith('/ui/panels/') ? 4 : 3;
}

/**
 * One line per declaration that differs: several changes within one declaration are one line. `nameOf` gives the name
 * of a declaration in the language of the page.
 */
export function describedChanges(
  changes: readonly Change[],
  t: Texts['t'],
  nameOf: (kind: ChangeKind, name: string) => string | undefined = () => undefined,
): readonly string[] {
  const lines = new Set<string>();
  for (const change of changes) {
    const { kind, name } = subjectOf(change);
    const isWhole = change.path.split('/').length <= wholeDepth(change, kind);
    const what = isWhole ? change.change : 'changed';
    lines.add(
      kind === null ? t('store.change.other') : t(`store.change.${kind}`, { what, name: nameOf(kind, name) ?? name }),
    );
  }
  return [...lines];
}
