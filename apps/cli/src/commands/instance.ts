/** `kushk operator instance …`: the instances of the fleet, and the credentials of their links to the hub. */
import { chmodSync, closeSync, openSync, writeFileSync } from 'node:fs';
import type { InstanceResource, JsonObject, RegisteredInstance } from '@kushk/contracts';
import { ask, pathOf } from '../api.js';
import { asOperator, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { shown, table, type Terminal } from '../terminal.js';

const INSTANCES = '/operator/v1/instances';

export interface LinkOptions extends ConnectionFlags {
  readonly credentialsFile?: string;
}
export interface RegisterOptions extends LinkOptions {
  readonly pluginApi: string;
  readonly pinnedKeysFile?: string;
}
/** An older hub says nothing of a link. */
type Told = Partial<RegisteredInstance> &
  InstanceResource & { readonly pinned_keys?: { readonly keys: readonly JsonObject[] } };

export async function registerInstance(
  terminal: Terminal,
  id: string,
  name: string,
  options: RegisterOptions,
): Promise<ExitCode> {
  const [credentials, pinned] = [placeFor(options.credentialsFile), placeFor(options.pinnedKeysFile)];
  const instance = await terminal.whileWaiting(
    'Registering',
    ask<Told>(asOperator(options), {
      method: 'POST',
      path: INSTANCES,
      body: { id, name, plugin_api: options.pluginApi },
      language: terminal.language,
    }),
  );
  if (instance.pinned_keys !== undefined) pinned?.(JSON.stringify(instance.pinned_keys));
  tellLink(terminal, instance, credentials, [`instance ${shown(instance.id)} registered`]);
  return EXIT.ok;
}

export async function rotateInstance(terminal: Terminal, id: string, options: LinkOptions): Promise<ExitCode> {
  const credentials = placeFor(options.credentialsFile);
  const instance = await terminal.whileWaiting(
    'Rotating',
    ask<Told>(asOperator(options), {
      method: 'POST',
      path: pathOf`/operator/v1/instances/${id}/rotate`,
      language: terminal.language,
    }),
  );
  tellLink(terminal, instance, credentials, [`the old credentials of instance ${shown(instance.id)} have ended`]);
  return EXIT.ok;
}

export async function removeInstance(terminal: Terminal, id: string, options: ConnectionFlags): Promise<ExitCode> {
  await terminal.whileWaiting(
    'Removing',
    ask<null>(asOperator(options), {
      method: 'DELETE',
      path: pathOf`/operator/v1/instances/${id}`,
      language: terminal.language,
    }),
  );
  terminal.result({ removed: id }, [`instance ${shown(id)} removed; its link has ended`]);
  return EXIT.ok;
}

export async function listInstances(terminal: Terminal, options: ConnectionFlags): Promise<ExitCode> {
  const page = await terminal.whileWaiting(
    'Asking',
    ask<{ items: readonly InstanceResource[] }>(asOperator(options), {
      method: 'GET',
      path: INSTANCES,
      language: terminal.language,
    }),
  );
  const rows = page.items.map(({ id, name, plugin_api, registered_at }) => [id, name, plugin_api, registered_at]);
  terminal.result(page, table([['instance', 'name', 'plugin_api', 'registered'], ...rows]));
  return EXIT.ok;
}

/** The credentials go into the file, or stand alone on stdout, this once; what is said about them goes to stderr. */
function tellLink(terminal: Terminal, instance: Told, write: Writer | null, lines: readonly string[]): void {
  const link = instance.link ?? null;
  if (write === null) {
    if (!terminal.json)
      for (const line of link === null
        ? []
        : [...lines, `it links to ${shown(link.url)} with these credentials, shown this once:`])
        terminal.note(line);
    terminal.result(instance, link === null ? lines : [link.credentials.trimEnd()]);
    return;
  }
  if (link !== null) write(link.credentials);
  const told =
    link === null
      ? 'no credentials were issued: they are shown once, and `instance rotate` makes new ones'
      : `it links to ${shown(link.url)} with the credentials in the file`;
  terminal.result({ ...instance, link: link && { url: link.url } }, [...lines, told]);
}

type Writer = (text: string) => void;

/** Opens the file before anything is asked: what is shown once must have a place. Only its owner may read it. */
function placeFor(path: string | undefined): Writer | null {
  if (path === undefined) return null;
  try {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    throw usageFailure(`${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  return (text) => writeFileSync(path, text);
}
