/**
 * The event stream of a publisher's usage statements, `usage_statement-<publisher>`. Months are closed one after
 * another, because each statement names the one before. A statement is made in three steps, since a publisher may have
 * millions of installations: it is started, its lines are added page by page, and it is closed. Until then the state
 * has the sums and the Merkle tree of the lines so far, so another process can continue at any page.
 */
import type { DsseEnvelope, StatementLine, StatementMonth, UsageCounts } from '@kushk/contracts';
import { EMPTY_MERKLE_TREE, withLeaves, type MerkleTree } from '@kushk/credentials';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import { sumOfUsage } from '@kushk/manifest';

/** The place of usage in the order of a statement. */
export type LinePlace = readonly [month: string, pluginId: string, alias: string, instanceId: string];
/** A line as the statement has it: the text is a leaf of the tree. */
export interface StatedLine {
  readonly instanceId: string;
  /** A `StatementLine` in canonical JSON. */
  readonly text: string;
}
/** A closed statement, as the next one names it. */
interface StatementReference {
  readonly month: string;
  readonly digest: string;
}

export type UsageStatementFact =
  | Fact<
      'UsageStatementStarted',
      { readonly publisherId: string; readonly month: string; readonly partial: boolean; readonly at: string }
    >
  | Fact<
      'UsageStatementLinesAdded',
      {
        readonly publisherId: string;
        readonly month: string;
        /** The number of lines before these. */
        readonly first: number;
        readonly lines: readonly StatedLine[];
        /** The usage up to this place is in the statement. */
        readonly upTo: LinePlace;
      }
    >
  | Fact<
      'UsageStatementClosed',
      {
        readonly publisherId: string;
        readonly month: string;
        readonly partial: boolean;
        readonly digest: string;
        readonly lines: number;
        readonly adjustmentLines: number;
        readonly totals: UsageCounts;
        readonly envelope: DsseEnvelope;
        readonly at: string;
      }
    >;

interface PublisherStatements {
  readonly publisherId: string;
  /** The last closed statement, or null. */
  readonly last: StatementReference | null;
}
export type OpenStatement = PublisherStatements & {
  readonly status: 'open';
  readonly month: string;
  readonly partial: boolean;
  readonly upTo: LinePlace;
  readonly months: readonly StatementMonth[];
  readonly tree: MerkleTree;
};
export type UsageStatements =
  | { readonly status: 'absent' }
  | OpenStatement
  /** The last started statement is closed. */
  | (PublisherStatements & { readonly status: 'closed'; readonly last: StatementReference });

export const FIRST_PLACE: LinePlace = ['', '', '', ''];

function evolve(state: UsageStatements, fact: UsageStatementFact): UsageStatements {
  const { publisherId, month } = fact.data;
  switch (fact.type) {
    case 'UsageStatementStarted': {
      const last = state.status === 'absent' ? null : state.last;
      const { partial } = fact.data;
      return {
        status: 'open',
        publisherId,
        last,
        month,
        partial,
        upTo: FIRST_PLACE,
        months: [],
        tree: EMPTY_MERKLE_TREE,
      };
    }
    case 'UsageStatementLinesAdded': {
      if (state.status !== 'open') return state;
      const texts = fact.data.lines.map(({ text }) => text);
      const months = withLines(state.months, texts);
      return { ...state, upTo: fact.data.upTo, months, tree: withLeaves(state.tree, texts) };
    }
    case 'UsageStatementClosed':
      return { status: 'closed', publisherId, last: { month, digest: fact.data.digest } };
    default:
      return unreachable(fact);
  }
}

/** Adds lines, which are ordered by month, to the totals of the months. */
function withLines(months: readonly StatementMonth[], texts: readonly string[]): readonly StatementMonth[] {
  const lines = texts.map((text) => JSON.parse(text) as StatementLine);
  const all = new Map(months.map((one) => [one.month, one]));
  for (const [month, ofMonth] of Map.groupBy(lines, (line) => line.month)) {
    const before = all.get(month);
    all.set(month, {
      month,
      lines: (before?.lines ?? 0) + ofMonth.length,
      totals: sumOfUsage(before === undefined ? ofMonth : [before.totals, ...ofMonth]),
    });
  }
  return [...all.values()];
}

export const usageStatementStream: StreamType<UsageStatements, UsageStatementFact> = {
  category: 'usage_statement',
  factTypes: { UsageStatementStarted: true, UsageStatementLinesAdded: true, UsageStatementClosed: true },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};
