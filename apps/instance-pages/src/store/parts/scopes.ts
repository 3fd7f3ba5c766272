/** What a scope allows, in words of the pages and grouped by what it means for an organisation. */
import type { Texts } from '@kushk/ui';
import type { RecordCounts } from '../queries.js';

export const CAPABILITIES = ['reads', 'proposes', 'keeps', 'sells', 'other'] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Scopes with a sentence of their own; others are described by their prefix. */
const SENTENCES = [
  'cases.read',
  'people.read',
  'sessions.read',
  'documents.read',
  'calendar.read',
  'memory.read',
  'proposals.case',
  'proposals.document',
  'proposals.calendar_event',
  'sources.intake.message',
  'sources.intake.document',
  'records.own',
  'wallet.consume',
] as const;
type Known = (typeof SENTENCES)[number];
const known: ReadonlySet<string> = new Set(SENTENCES);
const isKnown = (scope: string): scope is Known => known.has(scope);

export function capabilityOf(scope: string): Capability {
  if (scope.endsWith('.read')) return 'reads';
  if (scope.startsWith('proposals.') || scope.startsWith('sources.')) return 'proposes';
  if (scope.startsWith('records.')) return 'keeps';
  return scope.startsWith('wallet.') ? 'sells' : 'other';
}

/** What a scope reads now. Memory is read on behalf of its person alone, so no count says how much. */
const COUNTED = {
  'cases.read': 'cases',
  'people.read': 'people',
  'sessions.read': 'sessions',
  'documents.read': 'documents',
  'calendar.read': 'calendar_events',
} as const satisfies Record<string, keyof RecordCounts>;

/** How many records a scope reaches now; null for a scope without such a number. */
export function reachOf(scope: string, counts: RecordCounts | undefined, t: Texts['t']): string | null {
  if (counts === undefined || !Object.hasOwn(COUNTED, scope)) return null;
  const counted = COUNTED[scope as keyof typeof COUNTED];
  return t(`store.reach.${counted}`, { count: counts[counted] });
}

/** One sentence: what the plugin can do with the scope. */
export function sentenceOf(scope: string, t: Texts['t']): string {
  if (isKnown(scope)) return t(`store.scope.${scope}`);
  if (scope.startsWith('proposals.')) return t('store.scope.proposals', { type: scope.slice('proposals.'.length) });
  return t('store.scope.unknown');
}
