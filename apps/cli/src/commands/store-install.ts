/** `kushk store install` and `update`: an admin installs a version with an explicit consent. */
import type { InstallationUpdate, InstallationForAdmin } from '@kushk/contracts';
import { pathOf, send, type ApiRequest } from '../api.js';
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { readText } from '../manifest-file.js';
import { phrase } from '../phrase.js';
import { printable, table, type Terminal } from '../terminal.js';
import { capabilitiesOf, section } from './manifest-lines.js';
import { changeLines } from './review-lines.js';
import { listingLines, readListing, type PluginName } from './store.js';
import { assertAccepted, consentFlags, consentTo, isConsenting } from './store-consent.js';
import type { Consent, ConsentOptions } from './store-consent.js';
import { installationLines } from './store-installation.js';

interface Choices {
  readonly plan?: string;
  readonly settings?: string;
}
export type InstallOptions = ConnectionFlags & ConsentOptions & Choices;
export type UpdateOptions = InstallOptions & { readonly decline?: boolean };

/** Installs exactly the version that the flags accept; `version` undefined is the highest one of the store. */
export async function installPlugin(terminal: Terminal, name: PluginName, options: InstallOptions): Promise<ExitCode> {
  const connection = adminConnection(options);
  const choices = choicesOf(options);
  const listing = await readListing(terminal, connection, name);
  const consent = consentTo(capabilitiesOf(listing.manifest));
  assertAccepted(terminal, { consent, lines: listingLines(terminal, listing) }, options);
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

/**
 * Shows the version that waits for consent; with `version` and the flags of the consent it installs exactly this
 * version, and with `--decline` it declines it.
 */
export async function updateInstallation(
  terminal: Terminal,
  { id, version }: { readonly id: string; readonly version: string | undefined },
  options: UpdateOptions,
): Promise<ExitCode> {
  const connection = adminConnection(options);
  const call = <Reply>(request: Pick<ApiRequest, 'method' | 'path' | 'body'>, label: string): Promise<Reply> =>
    terminal.withProgress(label, send<Reply>(connection, { ...request, language: terminal.language }));
  const path = pathOf`/instance/v1/installations/${id}/update`;
  const choices = choicesOf(options);
  const update = await call<InstallationUpdate>({ method: 'GET', path }, terminal.translate`Reading`);
  const consent = consentToUpdate(update);
  const lines = updateLines(terminal, update);
  if (!isConsenting(options) && options.decline !== true) {
    const command = `${id} ${update.version} ${consentFlags(consent)}`;
    const next = terminal.translate`next: "kushk store update ${printable(command)}" consents to this; --decline declines it`;
    terminal.result(update, [...lines, next]);
    return EXIT.ok;
  }
  if (version !== update.version)
    throw usageFailure(phrase`${update.version} waits for consent: name this version after the installation`);
  if (options.decline !== true) assertAccepted(terminal, { consent, lines }, options);
  const installation = await call<InstallationForAdmin>(
    options.decline === true
      ? { method: 'POST', path: `${path}/decline`, body: { version } }
      : { method: 'POST', path: `${path}/consent`, body: { version, ...consent, ...choices } },
    terminal.translate`Changing`,
  );
  terminal.result(installation, installationLines(terminal, installation));
  return EXIT.ok;
}

function consentToUpdate({ scopes, base_url, egress }: InstallationUpdate): Consent {
  const names = scopes.map(({ scope }) => scope);
  return egress === undefined
    ? { scopes: names, base_url: base_url?.after ?? '' }
    : { scopes: names, egress: egress.after };
}

/** What changes with the version, and all that it asks for. */
function updateLines(terminal: Terminal, update: InstallationUpdate): string[] {
  const { version, diff, scopes, plans, settings_missing, base_url, egress } = update;
  const mark = (isNew: boolean): string => (isNew ? terminal.translate`new` : '');
  return [
    terminal.translate`${printable(version)} waits for consent; difference to ${printable(diff.previous)}: ${diff.class}`,
    ...changeLines(diff.changes),
    ...(base_url === undefined ? [] : table([[`  ${terminal.translate`its data goes to`}`, base_url.after ?? '']])),
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
        Object.entries(rates).map(([service, rate]) => [key, service, `${before?.[service] ?? '-'} → ${rate}`]),
      ),
    ),
    ...section(
      terminal.translate`settings that are missing`,
      settings_missing.map((pointer) => [pointer]),
    ),
  ];
}

/** Plan and settings, each only when it was given. */
function choicesOf({ plan, settings }: Choices): { readonly plan?: string; readonly settings?: unknown } {
  return {
    ...(plan === undefined ? {} : { plan }),
    ...(settings === undefined ? {} : { settings: settingsIn(settings) }),
  };
}

function settingsIn(file: string): unknown {
  const text = readText(file);
  try {
    const settings = JSON.parse(text) as unknown;
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return settings;
  } catch {
    // Reported below, without the text: it may contain a secret.
  }
  throw usageFailure(phrase`${file} is not a JSON object with the settings`);
}
