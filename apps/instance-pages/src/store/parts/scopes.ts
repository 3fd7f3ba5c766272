/** What a scope means for an organisation: its group, and how much it reaches. */
import type { Texts } from '@kushk/ui';
import type { RecordCounts } from '../queries.js';

export const CAPABILITIES = ['reads', 'proposes', 'keeps', 'sells', 'other'] as const;
export type Capability = (typeof CAPABILITIES)[number];

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
