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
type KnownProposal = Extract<Known, `proposals.${string}`>;
const known: ReadonlySet<string> = new Set(SENTENCES);
const isKnown = (scope: string): scope is Known => known.has(scope);

/** The proposals of a manifest. One that only warnings complain about may have anything in any place. */
export type DeclaredProposals = readonly unknown[] | null | undefined;

/** The only action that a manifest declares for a type; null for both, and where the manifest is not known. */
export function onlyProposalAction(recordType: string, proposals: DeclaredProposals): 'create' | 'update' | null {
  const declared = (Array.isArray(proposals) ? (proposals as unknown[]) : []) as readonly ({
    readonly record_type?: unknown;
    readonly actions?: unknown;
  } | null)[];
  const actions = declared.flatMap((one) =>
    one?.record_type === recordType && Array.isArray(one.actions) ? (one.actions as unknown[]) : [],
  );
  const [creates, updates] = [actions.includes('create'), actions.includes('update')];
  if (creates === updates) return null;
  return creates ? 'create' : 'update';
}

/** One sentence: what the plugin can do with the scope. With `proposals`, whether it creates or changes records. */
export function scopeSentence(scope: string, t: Texts['t'], proposals?: DeclaredProposals): string {
  if (!scope.startsWith('proposals.')) return t(isKnown(scope) ? `scope.${scope}` : 'scope.unknown');
  if (!isKnown(scope)) return t('scope.proposals', { type: scope.slice('proposals.'.length) });
  const action = onlyProposalAction(scope.slice('proposals.'.length), proposals);
  return t(action === null ? `scope.${scope}` : `scope.${scope as KnownProposal}.${action}`);
}
