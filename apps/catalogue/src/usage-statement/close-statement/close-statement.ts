import {
  USAGE_TIMEZONE,
  usageMonthBounds,
  type DsseEnvelope,
  type StatementMonth,
  type UsageStatement,
} from '@kushk/contracts';
import { merkleRoot, usageStatementContent, usageStatementDigest, type Statement } from '@kushk/credentials';
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { sumOfUsage } from '@kushk/manifest';
import { isSamePlace } from '../add-statement-lines/add-statement-lines.js';
import type { LinePlace, OpenStatement, UsageStatementFact, UsageStatements } from '../usage-statement.js';

export interface CloseStatement {
  readonly month: string;
  /** The last place that has usage: everything up to it is in the statement. */
  readonly after: LinePlace;
  readonly at: string;
  /** Signs with the hub's key. Ed25519 signatures are the same for the same content. */
  readonly sign: (content: Statement, at: Date) => DsseEnvelope;
}

/** Signs and closes a statement. Changes nothing when another process has closed it or added lines. */
export function closeStatement(
  { month, after, at, sign }: CloseStatement,
  state: UsageStatements,
): Accepted<readonly UsageStatementFact[], null> {
  switch (state.status) {
    case 'absent':
    case 'closed':
      return accept([], null);
    case 'open': {
      if (state.month !== month || !isSamePlace(state.upTo, after)) return accept([], null);
      const statement = statementOf(state, at);
      const content = usageStatementContent(statement);
      const { publisherId, partial, tree } = state;
      const data = {
        publisherId,
        month,
        partial,
        digest: usageStatementDigest(content.payload),
        lines: tree.leaves,
        adjustmentLines: countAdjustments(statement),
        totals: statement.totals,
        envelope: sign(content, new Date(at)),
        at,
      };
      return accept([{ type: 'UsageStatementClosed', data }], null);
    }
    default:
      return unreachable(state);
  }
}

function statementOf({ publisherId, month, partial, last, months, tree }: OpenStatement, at: string): UsageStatement {
  const { startsAt, endsAt } = usageMonthBounds(month);
  const empty: StatementMonth = { month, lines: 0, totals: sumOfUsage([]) };
  const own = months.some((one) => one.month === month) ? months : [...months, empty];
  return {
    publisher_id: publisherId,
    month,
    timezone: USAGE_TIMEZONE,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    closed_at: at,
    partial,
    previous: last,
    totals: sumOfUsage(own.map(({ totals }) => totals)),
    months: own,
    tree: { leaves: tree.leaves, root: merkleRoot(tree) },
  };
}

function countAdjustments({ month, months }: UsageStatement): number {
  return months.filter((one) => one.month !== month).reduce((sum, { lines }) => sum + lines, 0);
}
