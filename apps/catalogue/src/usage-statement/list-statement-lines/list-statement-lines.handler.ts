import { pageHandler, respond } from '@kushk/broker';
import { catalogueStatements, encodeCursor } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { UsageStatementRows } from '../usage-statements.view.js';

export const ListStatementLinesHandler = pageHandler(
  catalogueStatements.listLines,
  { statements: UsageStatementRows },
  async ({ publisher_id, month }, { statements }, key) => {
    const from = Number(key ?? 0);
    if (!Number.isSafeInteger(from) || from < 0) return refuse('cursor.invalid');
    const statement = await statements.find(publisher_id, month);
    if (statement === null) return refuse('usage.statement_not_found');
    const items = await statements.lines(publisher_id, month, from);
    const next = from + items.length;
    return respond({ items, next_cursor: next < statement.summary.lines ? encodeCursor(String(next)) : null });
  },
);
