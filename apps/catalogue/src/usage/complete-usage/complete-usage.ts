import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { Regression, UsageReportFact, UsageReportState } from '../usage-report.js';
import type { UsageTarget } from '../usage-target.js';

export interface CompleteUsage extends UsageTarget {
  readonly asOf: string;
  readonly closed: boolean;
  /** The number of installations in the report. */
  readonly reported: number;
  /** The number of installations that was stored before the report was requested. */
  readonly knownBefore: number;
  /** Installations with lower counters than stored. */
  readonly regressed: readonly string[];
}
/**
 * Maximum number of installations that a regression lists. A longer list is not needed to identify the restored
 * instance.
 */
const LISTED_ALIASES = 20;

/**
 * Ends a report. An installation never leaves the reports, so a report with fewer installations than were stored
 * before comes from an instance that was restored from a backup, as does one with lower counters.
 */
export function completeUsage(
  command: CompleteUsage,
  stored: UsageReportState,
): Accepted<readonly UsageReportFact[], { accepted: boolean }> {
  const { publisherId, month, instanceId, asOf, closed, reported, knownBefore, regressed } = command;
  const target = { publisherId, month, instanceId };
  const regression = {
    aliases: regressed.slice(0, LISTED_ALIASES),
    missing: Math.max(0, knownBefore - reported),
  };
  if (regression.aliases.length > 0 || regression.missing > 0) {
    const data = { ...target, ...regression, asOf };
    const isKnown = isSame(regression, regressionOf(stored));
    return accept(isKnown ? [] : [{ type: 'UsageRegressionDetected', data }], { accepted: false });
  }
  const changes = regressionOf(stored) !== null || statusAfter(stored, closed) !== stored.status;
  const data = { ...target, asOf, closed };
  return accept(changes ? [{ type: 'UsageReportCompleted', data }] : [], { accepted: true });
}

function regressionOf(stored: UsageReportState): Regression | null {
  switch (stored.status) {
    case 'absent':
      return null;
    case 'open':
    case 'closed':
      return stored.regression;
    default:
      return unreachable(stored);
  }
}

function statusAfter(stored: UsageReportState, closed: boolean): UsageReportState['status'] {
  switch (stored.status) {
    case 'absent':
    case 'open':
      return closed ? 'closed' : 'open';
    case 'closed':
      return 'closed';
    default:
      return unreachable(stored);
  }
}

function isSame(now: Regression, before: Regression | null): boolean {
  return before !== null && now.missing === before.missing && now.aliases.join() === before.aliases.join();
}
