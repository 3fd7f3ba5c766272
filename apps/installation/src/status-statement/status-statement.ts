/**
 * The hub's status statements about one release: the last accepted statement, and the last one that this instance
 * applied.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { Problem } from '@kushk/contracts';

export interface ReleaseSequence {
  readonly pluginId: string;
  readonly version: string;
  readonly sequence: number;
}

export type StatusStatementFact =
  | Fact<'StatusAccepted', { sequence: number }>
  /** The listing and the installations reflect the statement. This fact is reported to the hub. */
  | Fact<'StatusApplied', ReleaseSequence & { at: string }>
  /** The statement is unsigned, forged, or not newer than the last one. Only the rejection is recorded. */
  | Fact<'StatementRefused', ReleaseSequence & { problems: readonly Problem[]; at: string }>;

export interface StatusStatement {
  /** The highest accepted sequence; 0 before the first statement. */
  readonly sequence: number;
  readonly appliedSequence: number;
}

export const statusStatementStream: StreamType<StatusStatement, StatusStatementFact> = {
  category: 'status_statement',
  factTypes: { StatusAccepted: true, StatusApplied: true, StatementRefused: true },
  initial: { sequence: 0, appliedSequence: 0 },
  stateVersion: 1,
  evolve,
};

function evolve(statement: StatusStatement, fact: StatusStatementFact): StatusStatement {
  switch (fact.type) {
    case 'StatusAccepted':
      return { ...statement, sequence: fact.data.sequence };
    case 'StatusApplied':
      return { ...statement, appliedSequence: fact.data.sequence };
    case 'StatementRefused':
      return statement;
    default:
      return unreachable(fact);
  }
}

const DEVELOPMENT = 'development/';

/**
 * The hub's sequence increases per plugin, but it is compared per release: after a downtime the statements about two
 * releases may arrive in either order, and both are accepted. Statements about a developer's release on this instance
 * have a separate stream.
 */
export function statusStatementKey(pluginId: string, version: string, source: 'hub' | 'development'): string {
  return `${source === 'hub' ? '' : DEVELOPMENT}${pluginId}@${version}`;
}

/** Whether the statements of a stream come from the hub. Only statements of the hub are reported back to it. */
export function isFromHub(key: string): boolean {
  return !key.startsWith(DEVELOPMENT);
}
