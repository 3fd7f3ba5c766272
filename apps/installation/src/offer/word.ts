/** The hub's words on one release as this instance has heard them: how far they were taken in, and how far carried out. */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { Problem } from '@kushk/contracts';

interface OnRelease {
  readonly pluginId: string;
  readonly version: string;
  readonly sequence: number;
}
export type WordFact =
  | Fact<'StatusTaken', { sequence: number }>
  /** Everything here follows it by now: the store, and what is installed. The hub is told. */
  | Fact<'StatusCarriedOut', OnRelease & { at: string }>
  /** Unsigned, forged, or older than what is known: noted, and nothing else changes (contract §6). */
  | Fact<'StatementRefused', OnRelease & { problems: readonly Problem[]; at: string }>;

export interface Word {
  /** The highest sequence taken in; 0 before the first. */
  readonly sequence: number;
  readonly carriedOut: number;
}

export const wordStream: StreamType<Word, WordFact> = {
  category: 'word',
  initial: { sequence: 0, carriedOut: 0 },
  stateVersion: 1,
  evolve,
};

function evolve(word: Word, fact: WordFact): Word {
  switch (fact.type) {
    case 'StatusTaken':
      return { ...word, sequence: fact.data.sequence };
    case 'StatusCarriedOut':
      return { ...word, carriedOut: fact.data.sequence };
    case 'StatementRefused':
      return word;
    default:
      return unreachable(fact);
  }
}

const DEVELOPMENT = 'development/';

/**
 * The hub counts its words per plugin, but they are followed per release: words on two releases may come in either
 * order after a downtime and both count, while no release ever goes back. A developer on this instance is heard apart.
 */
export function wordKey(pluginId: string, version: string, source: 'hub' | 'development'): string {
  return `${source === 'hub' ? '' : DEVELOPMENT}${pluginId}@${version}`;
}

/** Whether a stream is about what the hub says: only that is reported to it. */
export function isOfHub(key: string): boolean {
  return !key.startsWith(DEVELOPMENT);
}
