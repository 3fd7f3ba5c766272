/** `kushk operator …`: publishers and their keys. */
import type { KeyResource, PublisherResource } from '@kushk/contracts';
import { ask, pathOf } from '../api.js';
import { asOperator, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { shown, table, type Terminal } from '../terminal.js';

const PREFIX = '/operator/v1';

export async function addPublisher(
  terminal: Terminal,
  id: string,
  name: string,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const publisher = await post<PublisherResource>(terminal, `${PREFIX}/publishers`, { id, name }, options);
  terminal.result(publisher, [`publisher ${shown(publisher.id)} added`]);
  return EXIT.ok;
}

export async function listPublishers(terminal: Terminal, options: ConnectionFlags): Promise<ExitCode> {
  const page = await get<{ items: readonly PublisherResource[] }>(terminal, `${PREFIX}/publishers`, options);
  terminal.result(page, table([['publisher', 'name'], ...page.items.map(({ id, name }) => [id, name])]));
  return EXIT.ok;
}

export interface IssueOptions extends ConnectionFlags {
  readonly label: string;
  readonly expiresAt?: string;
}

/** The key stands alone on stdout, this once; what is said about it goes to stderr. */
export async function issueKey(terminal: Terminal, publisher: string, options: IssueOptions): Promise<ExitCode> {
  const body = { label: options.label, ...(options.expiresAt === undefined ? {} : { expires_at: options.expiresAt }) };
  const issued = await post<{ key: KeyResource; secret: string | null }>(
    terminal,
    pathOf`/operator/v1/publishers/${publisher}/keys`,
    body,
    options,
  );
  if (!terminal.json)
    terminal.note(
      `key ${shown(issued.key.id)} of ${shown(publisher)} issued; it is shown this once and cannot be shown again`,
    );
  terminal.result(issued, issued.secret === null ? [] : [issued.secret]);
  return EXIT.ok;
}

export async function listKeys(terminal: Terminal, publisher: string, options: ConnectionFlags): Promise<ExitCode> {
  const page = await get<{ items: readonly KeyResource[] }>(
    terminal,
    pathOf`/operator/v1/publishers/${publisher}/keys`,
    options,
  );
  const rows = page.items.map((key) => [
    key.id,
    key.label,
    `…${key.last4}`,
    key.created_at,
    key.last_used_at ?? '-',
    key.expires_at ?? '-',
    key.revoked_at ?? '-',
  ]);
  terminal.result(page, table([['key', 'label', 'ends in', 'created', 'last used', 'expires', 'revoked'], ...rows]));
  return EXIT.ok;
}

export async function revokeKey(
  terminal: Terminal,
  publisher: string,
  key: string,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const path = pathOf`/operator/v1/publishers/${publisher}/keys/${key}`;
  await terminal.whileWaiting(
    'Revoking',
    ask<null>(asOperator(options), { method: 'DELETE', path, language: terminal.language }),
  );
  terminal.result({ revoked: key }, [`key ${shown(key)} revoked`]);
  return EXIT.ok;
}

async function get<Reply>(terminal: Terminal, path: string, options: ConnectionFlags): Promise<Reply> {
  return terminal.whileWaiting(
    'Asking',
    ask<Reply>(asOperator(options), { method: 'GET', path, language: terminal.language, holding: ['items'] }),
  );
}

async function post<Reply>(terminal: Terminal, path: string, body: object, options: ConnectionFlags): Promise<Reply> {
  return terminal.whileWaiting(
    'Asking',
    ask<Reply>(asOperator(options), { method: 'POST', path, body, language: terminal.language }),
  );
}
