import { queryHandler, respond } from '@kushk/broker';
import { catalogueStatements } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { UsageStatementRows } from '../usage-statements.view.js';

export const GetUsageStatementHandler = queryHandler(
  catalogueStatements.get,
  { statements: UsageStatementRows },
  async ({ publisher_id, month }, { statements }) => {
    const found = await statements.find(publisher_id, month);
    if (found === null) return refuse('usage.statement_not_found');
    return respond({ month: found.month, envelope: found.envelope });
  },
);
