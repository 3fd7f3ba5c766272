/** `kushk operator instance …`: manages instances and the credentials of their links to the hub. */
import { readFileSync } from 'node:fs';
import type { JsonObject, ListedInstance, RegisteredInstance } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { operatorConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { listAll } from '../list-all.js';
import { withPrivateFiles, type Write } from '../private-files.js';
import { printable, table, type Terminal } from '../terminal.js';

const INSTANCES = '/operator/v1/instances';

export interface LinkOptions extends ConnectionFlags {
  readonly credentialsFile?: string;
  /** Whether existing files are replaced. */
  readonly force?: true;
}
export interface RegisterOptions extends LinkOptions {
  readonly pluginApi: string;
  readonly pinnedKeysFile?: string;
  /** The public key of the instance, which the hub certifies: JWK. */
  readonly publicKeyFile?: string;
}
type InstanceReply = RegisteredInstance & { readonly pinned_keys?: { readonly keys: readonly JsonObject[] } };

export async function registerInstance(
  terminal: Terminal,
  { id, name }: { readonly id: string; readonly name: string },
  options: RegisterOptions,
): Promise<ExitCode> {
  const publicKey = options.publicKeyFile === undefined ? undefined : readPublicKey(options.publicKeyFile);
  return await withPrivateFiles([options.credentialsFile, options.pinnedKeysFile], options, async (write) => {
    const instance = await terminal.withProgress(
      terminal.translate`Registering`,
      send<InstanceReply>(operatorConnection(options), {
        method: 'POST',
        path: INSTANCES,
        body: { id, name, plugin_api: options.pluginApi, ...(publicKey !== undefined && { public_key: publicKey }) },
        language: terminal.language,
      }),
    );
    if (options.pinnedKeysFile !== undefined && instance.pinned_keys !== undefined)
      write(options.pinnedKeysFile, JSON.stringify(instance.pinned_keys));
    const lines = [terminal.translate`instance ${printable(instance.id)} registered`];
    report(terminal, instance, { lines, write, file: options.credentialsFile });
    return EXIT.ok;
  });
}

export async function rotateInstance(terminal: Terminal, id: string, options: LinkOptions): Promise<ExitCode> {
  return await withPrivateFiles([options.credentialsFile], options, async (write) => {
    const instance = await terminal.withProgress(
      terminal.translate`Rotating`,
      send<InstanceReply>(operatorConnection(options), {
        method: 'POST',
        path: pathOf`/operator/v1/instances/${id}/rotate`,
        language: terminal.language,
      }),
    );
    const lines = [terminal.translate`the previous credentials of instance ${printable(instance.id)} are revoked`];
    report(terminal, instance, { lines, write, file: options.credentialsFile });
    return EXIT.ok;
  });
}

export async function removeInstance(terminal: Terminal, id: string, options: ConnectionFlags): Promise<ExitCode> {
  await terminal.withProgress(
    terminal.translate`Removing`,
    send<null>(operatorConnection(options), {
      method: 'DELETE',
      path: pathOf`/operator/v1/instances/${id}`,
      language: terminal.language,
    }),
  );
  terminal.result({ removed: id }, [terminal.translate`instance ${printable(id)} removed; its link is closed`]);
  return EXIT.ok;
}

export async function listInstances(terminal: Terminal, options: ConnectionFlags): Promise<ExitCode> {
  const page = await listAll<ListedInstance>(terminal, INSTANCES, options);
  const rows = page.items.map(({ id, name, plugin_api, software_version, registered_at }) => [
    ...[id, name, plugin_api],
    software_version ?? '–',
    registered_at,
  ]);
  terminal.result(
    page,
    table([
      [
        terminal.translate`instance`,
        terminal.translate`name`,
        'plugin_api',
        terminal.translate`software`,
        terminal.translate`registered`,
      ],
      ...rows,
    ]),
  );
  return EXIT.ok;
}

interface LinkReport {
  readonly lines: readonly string[];
  readonly write: Write;
  readonly file: string | undefined;
}

function report(terminal: Terminal, instance: InstanceReply, { lines, write, file }: LinkReport): void {
  if (file === undefined) printCredentials(terminal, instance, lines);
  else storeCredentials(terminal, instance, { lines, write: (text) => write(file, text) });
}

/** Prints only the credentials on stdout, so that a script can pipe them. Everything else goes to stderr. */
function printCredentials(terminal: Terminal, instance: InstanceReply, lines: readonly string[]): void {
  const link = instance.link;
  if (link === null) {
    terminal.result(instance, lines);
    return;
  }
  if (!terminal.json)
    for (const line of [
      ...lines,
      terminal.translate`credentials of its link to ${printable(link.url)}; they cannot be shown again:`,
    ])
      terminal.note(line);
  terminal.result(instance, [link.credentials.trimEnd()]);
}

/** Writes the credentials to a file. The output does not contain them. */
function storeCredentials(
  terminal: Terminal,
  instance: InstanceReply,
  { lines, write }: { readonly lines: readonly string[]; readonly write: (text: string) => void },
): void {
  const link = instance.link;
  if (link !== null) write(link.credentials);
  const outcome =
    link === null
      ? terminal.translate`no credentials were issued: they are shown once only; instance rotate issues new ones`
      : terminal.translate`the credentials of its link to ${printable(link.url)} are in the file`;
  terminal.result({ ...instance, link: link && { url: link.url } }, [...lines, outcome]);
}

function readPublicKey(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw usageFailure(phrase`${path} is no JSON with a public key`);
  }
}
