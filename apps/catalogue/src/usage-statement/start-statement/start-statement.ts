import { accept, unreachable, type Accepted } from '@kushk/decider';
import { monthAfter } from '../statement-months.js';
import type { UsageStatementFact, UsageStatements } from '../usage-statement.js';

export interface StartStatement {
  readonly publisherId: string;
  readonly month: string;
  readonly partial: boolean;
  readonly at: string;
}

/** Starts the statement of a month. Changes nothing when another process has started it, or when it is not the next. */
export function startStatement(
  command: StartStatement,
  state: UsageStatements,
): Accepted<readonly UsageStatementFact[], null> {
  const started: UsageStatementFact = { type: 'UsageStatementStarted', data: command };
  switch (state.status) {
    case 'absent':
      return accept([started], null);
    case 'open':
      return accept([], null);
    case 'closed':
      return accept(command.month === monthAfter(state.last.month) ? [started] : [], null);
    default:
      return unreachable(state);
  }
}
