/** `kushk dev settings` and `kushk store settings`: shows and changes the settings of an installation. */
import type { JsonObject } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { adminConnection, type Connection } from '../connection.js';
import { installationOf, type InstalledPluginOptions } from '../dev/installed-plugin.js';
import { InstanceClient } from '../dev/instance-client.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { namesOf, readAssignments, settingsIn, withAssignments } from '../settings/settings-input.js';
import { isSecret, settingLines } from '../settings/setting-lines.js';
import type { Manifest } from '@kushk/manifest';
import { acceptedSettings, firstSettings } from '../schema-example/first-settings.js';
import { propertySchema } from '../schema-example/example-value.js';
import { withValueAt } from '../schema-example/json-pointer.js';
import { Failure } from '../failure.js';
import { phrase, type Phrase } from '../phrase.js';
import type { Terminal } from '../terminal.js';
import { readListing } from './store.js';

const SETTINGS_INVALID = 'installation.settings_invalid';
const IN_DEV = phrase`"kushk dev settings" shows the settings with their rules, and "kushk dev settings NAME=VALUE" sets one; NAME=- asks for a secret or reads it from standard input, and --file FILE reads several from a JSON file`;
const inStore = (id: string): Phrase =>
  phrase`"kushk store settings ${id}" shows the settings with their rules, and "kushk store settings ${id} NAME=VALUE" sets one; NAME=- asks for a secret or reads it from standard input, and --file FILE reads several from a JSON file`;

export interface SettingsChange {
  /** Each NAME=VALUE. */
  readonly assignments: readonly string[];
  /**
   * True on a development instance: while a version waits, the settings are those of this version, and a change also
   * consents to it as a whole, as "kushk dev" does.
   */
  readonly consents: boolean;
}
export interface SettingsChangeOptions extends InstalledPluginOptions {
  /** A JSON file whose values replace those of the same name. */
  readonly file?: string;
  readonly unset?: readonly string[];
  /** More assignments. */
  readonly set?: readonly string[];
}
interface NamedChange {
  readonly assignments: readonly string[];
  readonly options: SettingsChangeOptions;
}
interface InstallationWithSettings {
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly version_pending: string | null;
  readonly settings: JsonObject | null;
  readonly settings_revision: number;
}

/** The settings of the installation that the options name; on a local system that of the plugin in this folder. */
export async function changeSettings(
  terminal: Terminal,
  change: SettingsChange,
  options: SettingsChangeOptions,
): Promise<ExitCode> {
  const connection = adminConnection(options);
  const client = new InstanceClient(connection, terminal.language);
  const { installation_id: id } = await installationOf(client, options);
  const known = await readInstallation(terminal, connection, id);
  const waiting = change.consents ? await waitingManifest(terminal, connection, known) : null;
  const schema = waiting === null ? await settingsSchema(terminal, connection, id) : (waiting.settings ?? {});
  const assignments = await readAssignments(terminal, [...change.assignments, ...(options.set ?? [])], schema);
  const isChange = assignments.length > 0 || options.file !== undefined || options.unset !== undefined;
  const named = { assignments, options };
  const applied = (): Promise<InstallationWithSettings> =>
    waiting === null
      ? replaceSettings(terminal, connection, { known, settings: changed(known, schema, named) })
      : consentWith(terminal, client, { known, waiting, change: named });
  const shown = isChange ? await applied().catch((error: unknown) => Promise.reject(withStep(error, options))) : known;
  terminal.result({ settings: shown.settings, settings_revision: shown.settings_revision }, [
    ...settingLines(terminal, schema, shown.settings ?? {}),
    ...(isChange ? [] : [nextLine(terminal, options)]),
  ]);
  return EXIT.ok;
}

/** The manifest of the version that waits for consent, with its settings; null when none waits. */
async function waitingManifest(
  terminal: Terminal,
  connection: Connection,
  { plugin_id: pluginId, version_pending: version }: InstallationWithSettings,
): Promise<Pick<Manifest, 'settings'> | null> {
  if (version === null) return null;
  return (await readListing(terminal, connection, { pluginId, version })).manifest;
}

/** Consents to the version that waits. Values that it does not accept any more are removed, missing ones made up. */
async function consentWith(
  terminal: Terminal,
  client: InstanceClient,
  {
    known,
    waiting,
    change,
  }: {
    readonly known: InstallationWithSettings;
    readonly waiting: Pick<Manifest, 'settings'>;
    readonly change: NamedChange;
  },
): Promise<InstallationWithSettings> {
  const accepted = acceptedSettings(waiting, known.settings ?? {});
  const wanted = changed({ ...known, settings: accepted.settings }, waiting.settings ?? {}, change);
  const { settings } = firstSettings(waiting, wanted);
  await terminal.withProgress(
    terminal.translate`Changing`,
    client.consentToUpdate(known.installation_id, { plan: null, settings }),
  );
  if (!terminal.json) terminal.note(terminal.translate`consented to what the manifest asks for`);
  return readInstallation(terminal, client.connection, known.installation_id);
}

function changed(
  { settings }: InstallationWithSettings,
  schema: JsonObject,
  { assignments, options }: NamedChange,
): JsonObject {
  const ofFile = { ...settings, ...(options.file === undefined ? {} : settingsIn(options.file)) };
  const assigned = withAssignments(ofFile, assignments, schema);
  // A secret that is left out keeps its value, and null clears it.
  return (options.unset ?? []).reduce<JsonObject>((remaining, name) => {
    const names = namesOf(name);
    return withValueAt(remaining, names, isSecret(propertySchema(schema, names)) ? null : undefined);
  }, assigned);
}

function readInstallation(terminal: Terminal, connection: Connection, id: string): Promise<InstallationWithSettings> {
  return terminal.withProgress(
    terminal.translate`Reading`,
    send<InstallationWithSettings>(connection, {
      method: 'GET',
      path: pathOf`/instance/v1/installations/${id}`,
      language: terminal.language,
      expectedFields: ['settings_revision'],
    }),
  );
}

async function settingsSchema({ language }: Terminal, connection: Connection, id: string): Promise<JsonObject> {
  const path = pathOf`/instance/v1/installations/${id}/manifest`;
  const { manifest } = await send<{ readonly manifest: { readonly settings?: JsonObject } }>(connection, {
    method: 'GET',
    path,
    language,
    expectedFields: ['manifest'],
  });
  return manifest.settings ?? {};
}

/** Refused with `installation.revision_conflict` when somebody has changed the settings since they were read. */
function replaceSettings(
  terminal: Terminal,
  connection: Connection,
  { known, settings }: { readonly known: InstallationWithSettings; readonly settings: JsonObject },
): Promise<InstallationWithSettings> {
  return terminal.withProgress(
    terminal.translate`Changing`,
    send<InstallationWithSettings>(connection, {
      method: 'PUT',
      path: pathOf`/instance/v1/installations/${known.installation_id}/settings`,
      body: { settings },
      onlyIfTag: `"${known.settings_revision}"`,
      language: terminal.language,
      expectedFields: ['settings_revision'],
    }),
  );
}

/** What to do about refused settings, in the command that was used. */
function withStep(error: unknown, { installation }: SettingsChangeOptions): unknown {
  const isRefused = error instanceof Failure && error.details.code === SETTINGS_INVALID;
  if (!isRefused) return error;
  return error.withStep(installation === undefined ? IN_DEV : inStore(installation));
}

function nextLine(terminal: Terminal, { installation }: SettingsChangeOptions): string {
  return installation === undefined
    ? terminal.translate`next: "kushk dev settings NAME=VALUE" changes one; --file FILE changes several`
    : terminal.translate`next: "kushk store settings ${installation} NAME=VALUE" changes one; --file FILE changes several`;
}
