/** `kushk dev settings` and `kushk store settings`: shows and changes the settings of an installation. */
import type { JsonObject } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { adminConnection, type Connection } from '../connection.js';
import { installationOf, type InstalledPluginOptions } from '../dev/installed-plugin.js';
import { InstanceClient } from '../dev/instance-client.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { namesOf, settingsIn, withAssignments } from '../settings/settings-input.js';
import { settingLines } from '../settings/setting-lines.js';
import { propertySchema } from '../schema-example/example-value.js';
import { withValueAt } from '../schema-example/json-pointer.js';
import type { Terminal } from '../terminal.js';

export interface SettingsChange {
  /** Each NAME=VALUE. */
  readonly assignments: readonly string[];
}
export interface SettingsChangeOptions extends InstalledPluginOptions {
  /** A JSON file whose values replace those of the same name. */
  readonly file?: string;
  readonly unset?: readonly string[];
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
  { assignments }: SettingsChange,
  options: SettingsChangeOptions,
): Promise<ExitCode> {
  const connection = adminConnection(options);
  const { installation_id: id } = await installationOf(new InstanceClient(connection, terminal.language), options);
  const known = await readInstallation(terminal, connection, id);
  const schema = await settingsSchema(terminal, connection, id);
  const isChange = assignments.length > 0 || options.file !== undefined || options.unset !== undefined;
  const shown = isChange
    ? await replaceSettings(terminal, connection, { known, settings: changed(known, schema, { assignments, options }) })
    : known;
  terminal.result({ settings: shown.settings, settings_revision: shown.settings_revision }, [
    ...settingLines(terminal, schema, shown.settings ?? {}),
    ...(isChange ? [] : [nextLine(terminal, options)]),
  ]);
  return EXIT.ok;
}

function changed(
  { settings }: InstallationWithSettings,
  schema: JsonObject,
  { assignments, options }: { readonly assignments: readonly string[]; readonly options: SettingsChangeOptions },
): JsonObject {
  const ofFile = { ...settings, ...(options.file === undefined ? {} : settingsIn(options.file)) };
  const assigned = withAssignments(ofFile, assignments, schema);
  // A secret that is left out keeps its value, and null clears it.
  return (options.unset ?? []).reduce<JsonObject>((remaining, name) => {
    const names = namesOf(name);
    const { writeOnly, format } = propertySchema(schema, names);
    return withValueAt(remaining, names, writeOnly === true || format === 'password' ? null : undefined);
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

function nextLine(terminal: Terminal, { installation }: SettingsChangeOptions): string {
  return installation === undefined
    ? terminal.translate`next: "kushk dev settings NAME=VALUE" changes one; --file FILE changes several`
    : terminal.translate`next: "kushk store settings ${installation} NAME=VALUE" changes one; --file FILE changes several`;
}
