/** What a scope allows, in words of the pages and grouped by what it means for an organisation. */
import type { Texts } from '@kushk/ui';

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

/** One sentence: what the plugin can do with the scope. */
export function sentenceOf(scope: string, t: Texts['t']): string {
  if (isKnown(scope)) return t(`store.scope.${scope}`);
  if (scope.startsWith('proposals.')) return t('store.scope.proposals', { type: scope.slice('proposals.'.length) });
  return t('store.scope.unknown');
}
