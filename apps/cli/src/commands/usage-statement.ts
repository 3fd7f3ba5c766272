/** `kushk usage statement` downloads a signed statement; `kushk usage verify` checks one without a connection. */
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { UsageCounts } from '@kushk/contracts';
import type { Jwks } from '@kushk/credentials';
import { openStream, send } from '../api.js';
import { publisherConnection, type Connection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { readText } from '../manifest-file.js';
import { phrase } from '../phrase.js';
import { table, type Terminal } from '../terminal.js';
import { checkOrder, openStatement, StatementLines, type SignedStatement } from '../usage-statement/statement-check.js';

/** A statement with very many installations takes longer than other replies. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

export interface StatementOptions extends ConnectionFlags {
  readonly output?: string;
  readonly keys?: string;
  readonly previous?: string;
}

/** Downloads a statement, and verifies it before the file gets its name. */
export async function downloadStatement(
  terminal: Terminal,
  month: string,
  options: StatementOptions,
): Promise<ExitCode> {
  const connection = publisherConnection(options);
  const file = options.output ?? `usage-${month.replaceAll(/[^\w-]/g, '_')}.ndjson`;
  const keysFile = options.keys ?? keysBeside(file);
  const part = `${file}.part`;
  try {
    await terminal.withProgress(terminal.translate`Reading`, download(terminal, { connection, month, part }));
    const keys = await addKeys(terminal, connection, keysFile);
    const signed = await verify(part, keys, { file, keys: keysFile });
    renameSync(part, file);
    report(terminal, signed, file);
    return EXIT.ok;
  } finally {
    rmSync(part, { force: true });
  }
}

/** Verifies a file with stored keys. */
export async function verifyStatement(terminal: Terminal, file: string, options: StatementOptions): Promise<ExitCode> {
  const keysFile = options.keys ?? keysBeside(file);
  const keys = readKeys(keysFile);
  const signed = await verify(file, keys, { file, keys: keysFile });
  if (options.previous !== undefined)
    checkOrder(signed, await verify(options.previous, keys, { file: options.previous, keys: keysFile }));
  report(terminal, signed, file);
  return EXIT.ok;
}

async function verify(path: string, keys: Jwks, names: { file: string; keys: string }): Promise<SignedStatement> {
  const input = path === '-' ? process.stdin : createReadStream(path);
  // A file that cannot be read ends the lines with this error.
  const unreadable = new Promise<never>((_resolve, reject) => {
    input.once('error', (error: NodeJS.ErrnoException) =>
      reject(usageFailure(phrase`cannot read ${path} (${error.code ?? 'unknown'})`)),
    );
  });
  return await Promise.race([verifyLines(createInterface({ input, crlfDelay: Infinity }), keys, names), unreadable]);
}

async function verifyLines(
  texts: AsyncIterable<string>,
  keys: Jwks,
  names: { file: string; keys: string },
): Promise<SignedStatement> {
  let signed: SignedStatement | null = null;
  let lines: StatementLines | null = null;
  for await (const text of texts) {
    if (lines !== null) lines.add(text);
    else {
      signed = openStatement(text, keys, names);
      lines = new StatementLines(signed.statement);
    }
  }
  signed ??= openStatement('', keys, names);
  lines?.finish();
  return signed;
}

async function download(
  { language }: Terminal,
  { connection, month, part }: { readonly connection: Connection; readonly month: string; readonly part: string },
): Promise<void> {
  const query = new URLSearchParams({ month, format: 'ndjson' }).toString();
  const path = `/developer/v1/usage/statement?${query}`;
  const chunks = await openStream(connection, { path, language, signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) });
  const output = createWriteStream(part);
  const closed = once(output, 'close');
  for await (const chunk of chunks) if (!output.write(chunk)) await once(output, 'drain');
  output.end();
  await closed;
}

/** Adds the keys of the hub that the file does not have yet. A stored key is never replaced. */
async function addKeys(terminal: Terminal, connection: Connection, file: string): Promise<Jwks> {
  const { keys } = await send<Jwks>(connection, {
    method: 'GET',
    path: '/developer/v1/usage/statement/keys',
    language: terminal.language,
    expectedFields: ['keys'],
  });
  const stored = existsSync(file) ? readKeys(file).keys : [];
  const added = keys.filter((key) => !stored.some((one) => one['kid'] === key['kid']));
  const all = { keys: [...stored, ...added] };
  if (added.length === 0) return all;
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  const kids = added.map(({ kid }) => String(kid)).join(', ');
  terminal.note(terminal.translate`new key of the hub in ${file}: ${kids}`);
  return all;
}

function readKeys(file: string): Jwks {
  try {
    const content = JSON.parse(readText(file)) as { readonly keys?: unknown } | null;
    if (Array.isArray(content?.keys) && content.keys.every((key) => typeof key === 'object' && key !== null))
      return content as Jwks;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw usageFailure(phrase`${file} is not a key set`);
}

function keysBeside(file: string): string {
  return join(file === '-' ? '.' : dirname(file), 'hub-keys.json');
}

function report(terminal: Terminal, { statement, kid, digest }: SignedStatement, file: string): void {
  const { publisher_id, month, partial, previous, totals, months, tree } = statement;
  const cells = ({ mu_consumed, mu_purchased, mu_gifted, mu_reversed, mu_revoked, ...counts }: UsageCounts) => [
    mu_consumed,
    mu_purchased,
    mu_gifted,
    mu_reversed,
    mu_revoked,
    String(counts.proposals_applied),
    String(counts.proposals_rejected),
  ];
  const columns = [
    terminal.translate`month`,
    terminal.translate`lines`,
    terminal.translate`consumed`,
    terminal.translate`purchased`,
    terminal.translate`gifted`,
    terminal.translate`given back`,
    terminal.translate`taken back`,
    terminal.translate`applied`,
    terminal.translate`rejected`,
  ];
  const rows = months.map((one) => [one.month, String(one.lines), ...cells(one.totals)]);
  const sum = [terminal.translate`total`, String(tree.leaves), ...cells(totals)];
  const warning = terminal.translate`partial: an instance had not closed the month; what it reports later is in the next statement`;
  terminal.result(
    { valid: true, file, publisher_id, month, partial, kid, digest, previous, lines: tree.leaves, totals, months },
    [
      terminal.translate`${month} of ${publisher_id}: signature, root and totals are valid`,
      ...(partial ? [warning] : []),
      ...table([columns, ...rows, sum]),
    ],
  );
}
