/** `kushk store install` and `update`: an admin installs a version with an explicit consent. */
import type { InstallationForAdmin, InstallationUpdate, JsonObject, ListingResource } from '@kushk/contracts';
import { parseMu } from '@kushk/manifest';
import { pathOf, send, type ApiRequest } from '../api.js';
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { declaredProperty } from '../schema-example/example-value.js';
import { pointerNames, pointerOf, valueAt, withValueAt } from '../schema-example/json-pointer.js';
import { missingRow, neededSettings, settingsSchema } from '../settings/setting-lines.js';
import { givenSettings, readAssignments, type SettingsOptions } from '../settings/settings-input.js';
import { printable, table, type Terminal } from '../terminal.js';
import { capabilitiesOf, section } from './manifest-lines.js';
import { changeLines } from './review-lines.js';
import { listingLines, readListing, type PluginName } from './store.js';
import {
  assertAccepted,
  consentFlags,
  consentTo,
  hasPlace,
  isConsenting,
  planFlag,
  settingFlags,
} from './store-consent.js';
import type { ChoiceOptions, Consent } from './store-consent.js';
import { installationLines } from './store-installation.js';

type Choices = SettingsOptions & Pick<ChoiceOptions, 'plan'>;
export type InstallOptions = ConnectionFlags & ChoiceOptions & Choices;
export type UpdateOptions = InstallOptions & { readonly decline?: boolean };

/** Installs exactly the version that the flags accept; `version` undefined is the highest one of the store. */
export async function installPlugin(terminal: Terminal, name: PluginName, options: InstallOptions): Promise<ExitCode> {
  const connection = adminConnection(options);
  const listing = await readListing(terminal, connection, name);
  requireNotInstalled(listing);
  const schema = settingsSchema(listing.manifest);
  const choices = await choicesOf(terminal, options, { schema, current: {} });
  const consent = consentTo(capabilitiesOf(listing.manifest));
  const plans = listing.plans.map(({ key }) => key);
  const needed = neededSettings(schema).map((name) => pointerOf([name]));
  const settings = settingFlags(schema, withoutGiven(needed, choices.settings));
  assertAccepted(terminal, { consent, plans, lines: listingLines(terminal, listing), settings }, options);
  const installation = await terminal.withProgress(
    terminal.translate`Installing`,
    send<InstallationForAdmin>(connection, {
      method: 'POST',
      path: '/instance/v1/installations',
      body: { plugin_id: listing.plugin_id, version: listing.version, consent, ...choices },
      language: terminal.language,
      expectedFields: ['installation_id', 'status'],
    }),
  );
  terminal.result(installation, installationLines(terminal, installation));
  return EXIT.ok;
}

/** Before anything is asked: consent and settings would be given in vain. */
function requireNotInstalled({ plugin_id: pluginId, installation_id: id }: ListingResource): void {
  if (id === null) return;
  throw new Failure(phrase`${pluginId} is installed already, as ${id}`, {
    code: 'installation.already_installed',
    exitCode: EXIT.refused,
    step: phrase`"kushk store installed" shows its state, "kushk store update ${id}" a version that waits for consent, and "kushk store settings ${id}" its settings`,
  });
}

/**
 * Shows the version that waits for consent, or to which the installation may move; with `version` and the flags of the
 * consent it installs exactly the version that waits, and with `--decline` it declines it.
 */
export async function updateInstallation(
  terminal: Terminal,
  { id, version }: { readonly id: string; readonly version: string | undefined },
  options: UpdateOptions,
): Promise<ExitCode> {
  const connection = adminConnection(options);
  const call = <Reply>(request: Pick<ApiRequest, 'method' | 'path' | 'body'>, label: string): Promise<Reply> =>
    terminal.withProgress(label, send<Reply>(connection, { ...request, language: terminal.language }));
  const path = pathOf`/instance/v1/installations/${id}`;
  const update = await call<InstallationUpdate>({ method: 'GET', path: `${path}/update` }, terminal.translate`Reading`);
  const { settings, plugin_id, plan, version_pending } = await call<InstallationForAdmin>(
    { method: 'GET', path },
    terminal.translate`Reading`,
  );
  const { manifest } = await readListing(terminal, connection, { pluginId: plugin_id, version: update.version });
  const schema = settingsSchema(manifest);
  const removed = update.settings_missing
    .map(pointerNames)
    .filter((names) => declaredProperty(schema, names) === undefined);
  const remaining = removed.reduce<JsonObject>((all, names) => withValueAt(all, names, undefined), settings ?? {});
  const choices = await choicesOf(terminal, options, { schema, current: remaining });
  if (removed.length > 0) choices.settings ??= remaining;
  const consent = consentToUpdate(update);
  const keys = update.plans.map(({ key }) => key);
  const plans = plan !== null && keys.includes(plan) ? [] : keys;
  const lines = updateLines(terminal, update, schema);
  const needed = update.settings_missing.filter(
    (pointer) => declaredProperty(schema, pointerNames(pointer)) !== undefined,
  );
  const missing = settingFlags(schema, withoutGiven(needed, choices.settings));
  const words = [id, update.version, planFlag(plans, 'VALUE'), consentFlags(consent), settingFlags(schema, needed)];
  const command = printable(words.filter((word) => word !== '').join(' '));
  if (version_pending === null) {
    const next = terminal.translate`next: "kushk store move ${printable(`${id} ${update.version}`)}" moves to it, or asks for the consent that it needs`;
    terminal.result(update, [...lines, next]);
    return isConsenting(options) || options.decline === true ? EXIT.refused : EXIT.ok;
  }
  if (!isConsenting(options) && options.decline !== true) {
    terminal.result(update, [...lines, nextForUpdate(terminal, command)]);
    return EXIT.ok;
  }
  if (version !== update.version) throw versionNotNamed(terminal, { id, update, command, lines }, options);
  if (options.decline !== true) assertAccepted(terminal, { consent, plans, lines, settings: missing }, options);
  const installation = await call<InstallationForAdmin>(
    options.decline === true
      ? { method: 'POST', path: `${path}/update/decline`, body: { version } }
      : { method: 'POST', path: `${path}/update/consent`, body: { version, ...consent, ...choices } },
    terminal.translate`Changing`,
  );
  terminal.result(installation, installationLines(terminal, installation));
  return EXIT.ok;
}

/** Without the settings that have a value already. */
function withoutGiven(pointers: readonly string[], settings: JsonObject | undefined): readonly string[] {
  return pointers.filter((pointer) => valueAt(settings ?? {}, pointerNames(pointer)) === undefined);
}

/** `command` consents, with a place for the plan and for each setting that is missing. */
function nextForUpdate(terminal: Terminal, command: string): string {
  return hasPlace(command)
    ? terminal.translate`next: "kushk store update ${command}" consents to this, with your value in place of each VALUE; --decline declines it`
    : terminal.translate`next: "kushk store update ${command}" consents to this; --decline declines it`;
}

/**
 * The refusal of a decision that names no version or another one. The flags of a consent do not stand for the version:
 * they name no rates, so a later version with the same scopes may cost more.
 */
function versionNotNamed(
  terminal: Terminal,
  {
    id,
    update,
    command,
    lines,
  }: {
    readonly id: string;
    readonly update: InstallationUpdate;
    readonly command: string;
    readonly lines: readonly string[];
  },
  { decline }: UpdateOptions,
): Failure {
  const failure = usageFailure(phrase`${update.version} waits for consent: name this version after the installation`);
  if (decline === true)
    return failure.withStep(phrase`"kushk store update ${printable(`${id} ${update.version}`)} --decline" declines it`);
  if (!terminal.json) for (const line of lines) terminal.note(line);
  return failure.withStep(
    hasPlace(command)
      ? phrase`"kushk store update ${command}" consents to it, with your value in place of each VALUE`
      : phrase`"kushk store update ${command}" consents to it`,
  );
}

function consentToUpdate({ scopes, base_url, egress }: InstallationUpdate): Consent {
  const names = scopes.map(({ scope }) => scope);
  if (egress !== undefined) return { scopes: names, egress: egress.after };
  const address = base_url?.after ?? null;
  return address === null ? { scopes: names } : { scopes: names, base_url: address };
}

/** What changes with the version, and all that it asks for. */
function updateLines(terminal: Terminal, update: InstallationUpdate, schema: JsonObject): string[] {
  const { version, needs_consent, diff, scopes, plans, settings_missing, base_url, egress } = update;
  const mark = (isNew: boolean): string => (isNew ? terminal.translate`new` : '');
  return [
    needs_consent
      ? terminal.translate`${printable(version)} needs consent; difference to ${printable(diff.previous)}: ${diff.class}`
      : terminal.translate`${printable(version)} needs no consent; difference to ${printable(diff.previous)}: ${diff.class}`,
    ...changeLines(diff.changes),
    ...(base_url === undefined
      ? []
      : table([
          [
            `  ${terminal.translate`its data goes to`}`,
            base_url.after ?? terminal.translate`its publisher, wherever it runs: it polls its events`,
          ],
        ])),
    ...(egress === undefined
      ? []
      : table([
          [
            `  ${terminal.translate`may reach`}`,
            egress.after.length === 0 ? terminal.translate`nothing` : egress.after.join(', '),
          ],
        ])),
    ...section(
      terminal.translate`scopes`,
      scopes.map(({ scope, reason, new: isNew }) => [scope, reason, mark(isNew)]),
    ),
    ...section(
      terminal.translate`plans (MU per unit)`,
      plans.flatMap(({ key, rates, rates_before: before }) =>
        Object.entries(rates).map(([service, rate]) => [key, service, rateChange(before?.[service], rate)]),
      ),
    ),
    ...section(
      terminal.translate`settings that are missing`,
      settings_missing.map((pointer) => missingRow(terminal, schema, pointer)),
    ),
  ];
}

/** The rate, with the one before where that differs. `0.5` and `0.50` are the same rate. */
function rateChange(before: string | undefined, after: string): string {
  const isSame = before !== undefined && parseMu(before) === parseMu(after);
  return isSame ? after : `${before ?? '-'} → ${after}`;
}

/** Plan and settings, each only when it was given. The given settings replace those of the same name. */
async function choicesOf(
  terminal: Terminal,
  options: Choices,
  { schema, current }: { readonly schema: JsonObject; readonly current: JsonObject },
): Promise<{ plan?: string; settings?: JsonObject }> {
  const { plan } = options;
  const isGiven = options.settings !== undefined || options.set !== undefined;
  const set = await readAssignments(terminal, options.set ?? [], schema);
  return {
    ...(plan === undefined ? {} : { plan }),
    ...(isGiven ? { settings: { ...current, ...givenSettings({ ...options, set }, schema) } } : {}),
  };
}
