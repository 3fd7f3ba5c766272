/** The handlers of the usage of instances, and of the statements about it. */
import { CompleteUsageHandler } from './complete-usage/complete-usage.handler.js';
import { GetUsageOfMonthsHandler } from './get-usage-of-months/get-usage-of-months.handler.js';
import { GetUsageStatusHandler } from './get-usage-status/get-usage-status.handler.js';
import { GetUsageTotalsHandler } from './get-usage-totals/get-usage-totals.handler.js';
import { ListSettlementUsageHandler } from './list-settlement-usage/list-settlement-usage.handler.js';
import { ListUsageHandler } from './list-usage/list-usage.handler.js';
import { RecordUsageHandler } from './record-usage/record-usage.handler.js';
import { GetUsageStatementHandler } from '../usage-statement/get-usage-statement/get-usage-statement.handler.js';
import { ListStatementLinesHandler } from '../usage-statement/list-statement-lines/list-statement-lines.handler.js';
import { ListUsageStatementsHandler } from '../usage-statement/list-usage-statements/list-usage-statements.handler.js';

export const usageHandlers = [
  RecordUsageHandler,
  CompleteUsageHandler,
  GetUsageOfMonthsHandler,
  GetUsageStatusHandler,
  GetUsageTotalsHandler,
  ListUsageHandler,
  ListSettlementUsageHandler,
  GetUsageStatementHandler,
  ListUsageStatementsHandler,
  ListStatementLinesHandler,
];
