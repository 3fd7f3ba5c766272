/** `kushk usage statements`: the closed months of a publisher. */
import type { StatementSummary } from '@kushk/contracts';
import { publisherConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listFrom } from '../list-all.js';
import { limitOf } from '../list-limit.js';
import { table, type Terminal } from '../terminal.js';

export interface StatementListOptions extends ConnectionFlags {
  readonly limit: string;
}

export async function listStatements(terminal: Terminal, options: StatementListOptions): Promise<ExitCode> {
  const list = await listFrom<StatementSummary>(terminal, {
    connection: publisherConnection(options),
    path: '/developer/v1/usage/statements',
    limit: limitOf(options.limit),
  });
  const columns = [
    terminal.translate`month`,
    terminal.translate`consumed`,
    terminal.translate`purchased`,
    terminal.translate`gifted`,
    terminal.translate`lines`,
    terminal.translate`closed at`,
  ];
  const rows = list.items.map(({ month, totals, lines, closed_at }) => [
    month,
    totals.mu_consumed,
    totals.mu_purchased,
    totals.mu_gifted,
    String(lines),
    closed_at,
  ]);
  const [newest] = list.items;
  terminal.result(list, [
    ...(newest === undefined
      ? [terminal.translate`no month is closed yet in which a plugin of yours was installed`]
      : [
          ...table([columns, ...rows]),
          terminal.translate`"kushk usage statement ${newest.month}" downloads one and verifies it`,
        ]),
  ]);
  return EXIT.ok;
}
