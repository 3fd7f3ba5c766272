/** What a scope allows, in words of the pages. */
import type { Texts } from '../texts/texts.js';

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

/** One sentence: what the plugin can do with the scope. */
export function scopeSentence(scope: string, t: Texts['t']): string {
  if (isKnown(scope)) return t(`scope.${scope}`);
  if (scope.startsWith('proposals.')) return t('scope.proposals', { type: scope.slice('proposals.'.length) });
  return t('scope.unknown');
}
