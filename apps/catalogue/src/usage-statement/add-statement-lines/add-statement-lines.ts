import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { LinePlace, StatedLine, UsageStatementFact, UsageStatements } from '../usage-statement.js';

export interface AddStatementLines {
  readonly month: string;
  /** The place after which the lines were read. */
  readonly after: LinePlace;
  readonly lines: readonly StatedLine[];
  readonly upTo: LinePlace;
}

/** Adds lines to an open statement. Changes nothing when another process has added lines after the same place. */
export function addStatementLines(
  { month, after, lines, upTo }: AddStatementLines,
  state: UsageStatements,
): Accepted<readonly UsageStatementFact[], null> {
  switch (state.status) {
    case 'absent':
    case 'closed':
      return accept([], null);
    case 'open': {
      if (state.month !== month || !isSamePlace(state.upTo, after)) return accept([], null);
      const data = { publisherId: state.publisherId, month, first: state.tree.leaves, lines, upTo };
      return accept([{ type: 'UsageStatementLinesAdded', data }], null);
    }
    default:
      return unreachable(state);
  }
}

export function isSamePlace(a: LinePlace, b: LinePlace): boolean {
  return a.every((part, index) => part === b[index]);
}
