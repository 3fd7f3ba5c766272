/** What the catalogue provides and handles of the usage of instances, and of the statements about it. */
import type { Provider } from '@nestjs/common';
import { CompleteUsageHandler } from './complete-usage/complete-usage.handler.js';
import { GetUsageOfMonthsHandler } from './get-usage-of-months/get-usage-of-months.handler.js';
import { GetUsageStatusHandler } from './get-usage-status/get-usage-status.handler.js';
import { GetUsageTotalsHandler } from './get-usage-totals/get-usage-totals.handler.js';
import { InstallationUsages } from './installation-usage.view.js';
import { ListSettlementUsageHandler } from './list-settlement-usage/list-settlement-usage.handler.js';
import { ListUsageHandler } from './list-usage/list-usage.handler.js';
import { RecordUsageHandler } from './record-usage/record-usage.handler.js';
import { UsageReports } from './usage-reports.view.js';
import { CloseDueStatementsWorker } from '../usage-statement/close-due-statements/close-due-statements.worker.js';
import { GetUsageStatementHandler } from '../usage-statement/get-usage-statement/get-usage-statement.handler.js';
import { ListStatementLinesHandler } from '../usage-statement/list-statement-lines/list-statement-lines.handler.js';
import { ListUsageStatementsHandler } from '../usage-statement/list-usage-statements/list-usage-statements.handler.js';
import { StatementSources, UsageStatementRows } from '../usage-statement/usage-statements.view.js';

export const usageProviders: Provider[] = [
  UsageReports,
  InstallationUsages,
  UsageStatementRows,
  StatementSources,
  CloseDueStatementsWorker,
];
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
