/** `kushk access-code …` and `kushk access …` for publishers, and `kushk store access` for admins who enter a code. */
import type { AccessCodeResource, AccessResource } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { adminConnection, publisherConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listFrom } from '../list-all.js';
import { limitOf } from '../list-limit.js';
import { printable, table, type Terminal } from '../terminal.js';

export interface AccessCodeOptions extends ConnectionFlags {
  readonly label: string;
  readonly uses?: string;
  readonly expiresAt?: string;
}

const codesOf = (pluginId: string): string => pathOf`/developer/v1/plugins/${pluginId}/access-codes`;

const accessesOf = (pluginId: string): string => pathOf`/developer/v1/plugins/${pluginId}/access`;

export async function createAccessCode(
  terminal: Terminal,
  pluginId: string,
  options: AccessCodeOptions,
): Promise<ExitCode> {
  const { label, uses, expiresAt } = options;
  const created = await terminal.withProgress(
    terminal.translate`Creating`,
    send<AccessCodeResource & { readonly code: string }>(publisherConnection(options), {
      method: 'POST',
      path: codesOf(pluginId),
      body: { label, uses: countOf(uses), expires_at: expiresAt ?? null },
      language: terminal.language,
    }),
  );
  terminal.result(created, [printable(created.code)]);
  if (!terminal.json)
    terminal.note(terminal.translate`it is not shown again; an admin enters it with "kushk store access CODE"`);
  return EXIT.ok;
}

/** Text that is no number is sent unchanged, so that the hub rejects it. */
function countOf(uses: string | undefined): number | string | null {
  if (uses === undefined) return null;
  return /^\d+$/.test(uses) ? Number(uses) : uses;
}

export async function listAccessCodes(
  terminal: Terminal,
  pluginId: string,
  options: ConnectionFlags & { readonly limit: string },
): Promise<ExitCode> {
  const list = await listFrom<AccessCodeResource>(terminal, {
    connection: publisherConnection(options),
    path: codesOf(pluginId),
    limit: limitOf(options.limit),
  });
  const columns = [
    terminal.translate`id`,
    terminal.translate`label`,
    terminal.translate`ends with`,
    terminal.translate`used`,
    terminal.translate`expires`,
    terminal.translate`ended`,
  ];
  const rows = list.items.map(({ id, label, last4, used, uses, expires_at, ended_at }) => [
    id,
    printable(label),
    last4,
    uses === null ? String(used) : `${used}/${uses}`,
    expires_at ?? '-',
    ended_at ?? '-',
  ]);
  terminal.result(list, rows.length === 0 ? [terminal.translate`no access codes`] : table([columns, ...rows]));
  return EXIT.ok;
}

export async function endAccessCode(
  terminal: Terminal,
  { pluginId, codeId }: { readonly pluginId: string; readonly codeId: string },
  options: ConnectionFlags,
): Promise<ExitCode> {
  const path = `${codesOf(pluginId)}${pathOf`/${codeId}`}`;
  await send<null>(publisherConnection(options), { method: 'DELETE', path, language: terminal.language });
  terminal.result({ id: codeId }, [terminal.translate`${codeId} ended`]);
  return EXIT.ok;
}

export async function listAccesses(
  terminal: Terminal,
  pluginId: string,
  options: ConnectionFlags & { readonly limit: string },
): Promise<ExitCode> {
  const list = await listFrom<AccessResource>(terminal, {
    connection: publisherConnection(options),
    path: accessesOf(pluginId),
    limit: limitOf(options.limit),
  });
  const columns = [
    terminal.translate`id`,
    terminal.translate`access code`,
    terminal.translate`label`,
    terminal.translate`since`,
    terminal.translate`ended`,
  ];
  const rows = list.items.map(({ id, code_id, code_label, at, ended_at }) => [
    id,
    code_id,
    printable(code_label),
    at,
    ended_at ?? '-',
  ]);
  terminal.result(list, rows.length === 0 ? [terminal.translate`no accesses`] : table([columns, ...rows]));
  return EXIT.ok;
}

export async function endAccess(
  terminal: Terminal,
  { pluginId, accessId }: { readonly pluginId: string; readonly accessId: string },
  options: ConnectionFlags,
): Promise<ExitCode> {
  const path = `${accessesOf(pluginId)}${pathOf`/${accessId}`}`;
  await send<null>(publisherConnection(options), { method: 'DELETE', path, language: terminal.language });
  terminal.result({ id: accessId }, [terminal.translate`${accessId} ended`]);
  return EXIT.ok;
}

export async function enterAccessCode(terminal: Terminal, code: string, options: ConnectionFlags): Promise<ExitCode> {
  const reply = await terminal.withProgress(
    terminal.translate`Asking the hub`,
    send<{ readonly plugin_id: string }>(adminConnection(options), {
      method: 'POST',
      path: '/instance/v1/store/access',
      body: { code },
      language: terminal.language,
    }),
  );
  const pluginId = printable(reply.plugin_id);
  terminal.result(reply, [
    terminal.translate`${pluginId} is in the store now`,
    terminal.translate`next: "kushk store show ${pluginId}" shows what it asks for`,
  ]);
  return EXIT.ok;
}
