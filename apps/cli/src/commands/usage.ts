/** `kushk usage`: prints the usage of a publisher's plugins in one month, in Tehran time. */
import { send } from '../api.js';
import { publisherConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { table, type Terminal } from '../terminal.js';

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
  readonly plugins: readonly {
    readonly plugin_id: string;
    readonly installations: readonly (Figures & { readonly alias: string })[];
  }[];
}

export async function showUsage(terminal: Terminal, options: UsageOptions): Promise<ExitCode> {
  const path =
    options.month === undefined
      ? '/developer/v1/usage'
      : `/developer/v1/usage?month=${encodeURIComponent(options.month)}`;
  const usage = await terminal.withProgress(
    'Reading',
    send<Usage>(publisherConnection(options), {
      method: 'GET',
      path,
      language: terminal.language,
      expectedFields: ['month', 'plugins'],
    }),
  );
  if (options.csv === true) {
    terminal.text(usageCsv(usage));
    return EXIT.ok;
  }
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
  const heading = `${usage.month} (${usage.timezone})${usage.partial ? ', partial: some instances did not reply, so the figures are minimums' : ''}`;
  const columns = ['plugin', 'installation', 'consumed', 'purchased', 'gifted', 'applied', 'rejected'];
  terminal.result(usage, [heading, ...(rows.length === 0 ? ['no installations'] : table([columns, ...rows]))]);
  return EXIT.ok;
}

/** Formats one CSV record per installation (RFC 4180). The figures in a record with `partial` are minimums. */
function usageCsv({ month, partial, plugins }: Usage): string {
  const header = [
    'month',
    'plugin_id',
    'installation',
    'mu_consumed',
    'mu_purchased',
    'mu_gifted',
    'proposals_applied',
    'proposals_rejected',
    'partial',
  ];
  const records = plugins.flatMap(({ plugin_id, installations }) =>
    installations.map((figures) => [
      month,
      plugin_id,
      figures.alias,
      figures.mu_consumed,
      figures.mu_purchased,
      figures.mu_gifted,
      String(figures.proposals_applied),
      String(figures.proposals_rejected),
      String(partial),
    ]),
  );
  return [header, ...records].map((record) => `${record.map(csvField).join(',')}\r\n`).join('');
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
