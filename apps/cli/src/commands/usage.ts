/** `kushk usage`: prints the usage of a publisher's plugins in one month, in Tehran time. */
import { send, sendForCsv } from '../api.js';
import { isLocalHub, publisherConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { table, type Terminal } from '../terminal.js';

/** The document of a publisher with very many installations takes longer than other replies. */
const CSV_TIMEOUT_MS = 120_000;

export interface UsageOptions extends ConnectionFlags {
  readonly month?: string;
  readonly csv?: boolean;
}

interface Figures {
  readonly mu_consumed: string;
  readonly mu_purchased: string;
  readonly mu_gifted: string;
  readonly proposals_applied: number;
  readonly proposals_rejected: number;
}
interface Usage {
  readonly month: string;
  readonly timezone: string;
  readonly partial: boolean;
  readonly final?: boolean;
  readonly plugins: readonly {
    readonly plugin_id: string;
    readonly installations: readonly (Figures & { readonly alias: string })[];
  }[];
}

export async function showUsage(terminal: Terminal, options: UsageOptions): Promise<ExitCode> {
  const query = new URLSearchParams({
    ...(options.month === undefined ? {} : { month: options.month }),
    ...(options.csv === true ? { format: 'csv' } : {}),
  }).toString();
  const path = query === '' ? '/developer/v1/usage' : `/developer/v1/usage?${query}`;
  const connection = publisherConnection(options);
  if (options.csv === true) {
    const request = { method: 'GET', path, language: terminal.language, timeoutMs: CSV_TIMEOUT_MS } as const;
    for await (const text of sendForCsv(connection, request)) terminal.text(text);
    return EXIT.ok;
  }
  const usage = await terminal.withProgress(
    terminal.translate`Reading`,
    send<Usage>(connection, {
      method: 'GET',
      path,
      language: terminal.language,
      expectedFields: ['month', 'plugins'],
    }),
  );
  const rows = usage.plugins.flatMap(({ plugin_id, installations }) =>
    installations.map((figures) => [
      plugin_id,
      figures.alias,
      figures.mu_consumed,
      figures.mu_purchased,
      figures.mu_gifted,
      String(figures.proposals_applied),
      String(figures.proposals_rejected),
    ]),
  );
  const columns = [
    terminal.translate`plugin`,
    terminal.translate`alias`,
    terminal.translate`consumed`,
    terminal.translate`purchased`,
    terminal.translate`gifted`,
    terminal.translate`applied`,
    terminal.translate`rejected`,
  ];
  const lines = rows.length === 0 ? [terminal.translate`no installations`] : table([columns, ...rows]);
  terminal.result(usage, [headingOf(terminal, usage), ...lines]);
  if (!terminal.json && (rows.length === 0 || isLocalHub(connection.origin)))
    terminal.note(
      terminal.translate`a plugin appears here from its first "kushk release submit" on; one that only ran under "kushk dev" does not`,
    );
  return EXIT.ok;
}

function headingOf(terminal: Terminal, { month, timezone, partial, final }: Usage): string {
  if (partial)
    return terminal.translate`${month} (${timezone}), partial: some instances did not reply, so the figures are minimums`;
  return final === true
    ? terminal.translate`${month} (${timezone}), final`
    : terminal.translate`${month} (${timezone})`;
}
