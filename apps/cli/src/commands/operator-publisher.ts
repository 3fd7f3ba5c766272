/** `kushk operator publisher …` and `kushk operator key …`: manage publishers and their keys. */
import type { KeyResource, PublisherResource } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { operatorConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listAll } from '../list-all.js';
import { printable, table, type Terminal } from '../terminal.js';

const PUBLISHERS = '/operator/v1/publishers';

export async function addPublisher(
  terminal: Terminal,
  { id, name }: { readonly id: string; readonly name: string },
  options: ConnectionFlags,
): Promise<ExitCode> {
  const publisher = await terminal.withProgress(
    terminal.translate`Adding`,
    send<PublisherResource>(operatorConnection(options), {
      method: 'POST',
      path: PUBLISHERS,
      body: { id, name },
      language: terminal.language,
    }),
  );
  const added = printable(publisher.id);
  terminal.result(publisher, [
    terminal.translate`publisher ${added} added`,
    terminal.translate`next: "kushk operator key issue ${added} --label LABEL" issues a key for it`,
  ]);
  return EXIT.ok;
}

export async function listPublishers(terminal: Terminal, options: ConnectionFlags): Promise<ExitCode> {
  const page = await listAll<PublisherResource>(terminal, PUBLISHERS, options);
  terminal.result(
    page,
    table([[terminal.translate`publisher`, terminal.translate`name`], ...page.items.map(({ id, name }) => [id, name])]),
  );
  return EXIT.ok;
}

export interface IssueOptions extends ConnectionFlags {
  readonly label: string;
  readonly expiresAt?: string;
  /** Separated by commas; absent: all. */
  readonly scopes?: string;
  readonly plugin?: string;
}

/** A key for the registry of images: the user of `docker login` is the publisher, and the key its password. */
export async function issueRegistryKey(
  terminal: Terminal,
  publisher: string,
  options: IssueOptions,
): Promise<ExitCode> {
  const exitCode = await issueKey(terminal, publisher, { ...options, purpose: 'registry' });
  if (!terminal.json)
    terminal.note(
      terminal.translate`log in with it: docker login REGISTRY --username ${printable(publisher)} --password-stdin`,
    );
  return exitCode;
}

/** Prints only the key on stdout, so that a script can pipe it. Everything else goes to stderr. */
export async function issueKey(
  terminal: Terminal,
  publisher: string,
  options: IssueOptions & { readonly purpose?: 'registry' },
): Promise<ExitCode> {
  const { label, expiresAt, purpose, scopes, plugin } = options;
  const more = {
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(purpose !== undefined && { purpose }),
    ...(scopes !== undefined && { scopes: scopes.split(',') }),
    ...(plugin !== undefined && { plugin_id: plugin }),
  };
  const issued = await terminal.withProgress(
    terminal.translate`Issuing`,
    send<{ key: KeyResource; secret: string | null }>(operatorConnection(options), {
      method: 'POST',
      path: pathOf`/operator/v1/publishers/${publisher}/keys`,
      body: { label, ...more },
      language: terminal.language,
    }),
  );
  if (!terminal.json)
    terminal.note(
      terminal.translate`key ${printable(issued.key.id)} of ${printable(publisher)} issued; store it now: it cannot be shown again`,
    );
  terminal.result(issued, issued.secret === null ? [] : [issued.secret]);
  return EXIT.ok;
}

/** `purpose` `registry`: only the keys for the registry of images. */
export async function listKeys(
  terminal: Terminal,
  publisher: string,
  { purpose, ...options }: ConnectionFlags & { readonly purpose?: 'registry' },
): Promise<ExitCode> {
  const all = await listAll<KeyResource>(terminal, pathOf`/operator/v1/publishers/${publisher}/keys`, options);
  const page = purpose === undefined ? all : { ...all, items: all.items.filter((key) => key.purpose === purpose) };
  const rows = page.items.map((key) => [
    key.id,
    key.label,
    `…${key.last4}`,
    key.scopes.join(',') || '-',
    key.plugin_id ?? '-',
    key.created_at,
    key.last_used_at ?? '-',
    key.expires_at ?? '-',
    key.revoked_at ?? '-',
  ]);
  const columns = [
    terminal.translate`key`,
    terminal.translate`label`,
    terminal.translate`ends in`,
    terminal.translate`scopes`,
    terminal.translate`plugin`,
    terminal.translate`created`,
    terminal.translate`last used`,
    terminal.translate`expires`,
    terminal.translate`revoked`,
  ];
  terminal.result(page, table([columns, ...rows]));
  return EXIT.ok;
}

export async function revokeKey(
  terminal: Terminal,
  { publisher, key }: { readonly publisher: string; readonly key: string },
  options: ConnectionFlags,
): Promise<ExitCode> {
  const path = pathOf`/operator/v1/publishers/${publisher}/keys/${key}`;
  await terminal.withProgress(
    terminal.translate`Revoking`,
    send<null>(operatorConnection(options), { method: 'DELETE', path, language: terminal.language }),
  );
  terminal.result({ revoked: key }, [terminal.translate`key ${printable(key)} revoked`]);
  return EXIT.ok;
}
