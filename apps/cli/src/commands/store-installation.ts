/** `kushk store pause`, `resume`, `reconnect` and `remove`. */
import type { InstallationForAdmin } from '@kushk/contracts';
import { pathOf, send, type ApiRequest } from '../api.js';
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { isInteractive, promptLine } from '../prompt.js';
import { printable, table, type Terminal } from '../terminal.js';
import { lossLines } from './store-losses.js';

export type InstallationStep = 'pause' | 'resume' | 'reconnect' | 'remove';
export interface RemoveOptions extends ConnectionFlags {
  /** Removes without a question. */
  readonly yes?: boolean;
}

/** Removes an installation after a person has confirmed it; without a person only with `--yes`. */
export async function removeInstallation(terminal: Terminal, id: string, options: RemoveOptions): Promise<ExitCode> {
  if (options.yes !== true && !isInteractive()) {
    for (const line of await lossLines(terminal, id, options)) terminal.note(line);
    throw usageFailure(
      phrase`${id} would be removed for ever, and nobody can confirm it here: add --yes if that is wanted`,
    );
  }
  if (options.yes !== true && !(await isConfirmed(terminal, id, options))) {
    terminal.note(terminal.translate`nothing was removed`);
    return EXIT.refused;
  }
  return changeInstallation(terminal, { id, step: 'remove' }, options);
}

async function isConfirmed(terminal: Terminal, id: string, options: ConnectionFlags): Promise<boolean> {
  const { plugin_id, version } = await terminal.withProgress(
    terminal.translate`Reading`,
    send<InstallationForAdmin>(adminConnection(options), {
      method: 'GET',
      path: pathOf`/instance/v1/installations/${id}`,
      language: terminal.language,
      expectedFields: ['installation_id', 'status'],
    }),
  );
  const name = printable(`${plugin_id}@${version}`);
  for (const line of await lossLines(terminal, id, options)) terminal.note(line);
  const answer = await promptLine(
    terminal.translate`remove ${name} (${id}) for ever? Its token stops working, and nobody can read its records any more [y/N]`,
  );
  return /^(y|yes|بله)$/i.test(answer.trim());
}

export async function changeInstallation(
  terminal: Terminal,
  { id, step }: { readonly id: string; readonly step: InstallationStep },
  options: ConnectionFlags,
): Promise<ExitCode> {
  const installation = await terminal.withProgress(
    step === 'remove' ? terminal.translate`Removing` : terminal.translate`Changing`,
    send<InstallationForAdmin>(adminConnection(options), {
      ...requestOf(id, step),
      language: terminal.language,
      expectedFields: ['installation_id', 'status'],
    }),
  );
  terminal.result(installation, installationLines(terminal, installation));
  return EXIT.ok;
}

function requestOf(id: string, step: InstallationStep): Pick<ApiRequest, 'method' | 'path' | 'body'> {
  const path = pathOf`/instance/v1/installations/${id}`;
  switch (step) {
    case 'pause':
    case 'resume':
    case 'reconnect':
      return { method: 'POST', path: `${path}/${step}`, body: {} };
    case 'remove':
      return { method: 'DELETE', path };
  }
}

/** Moves an installation to a version that it does not follow by itself, or asks for the consent that this needs. */
export async function moveInstallation(
  terminal: Terminal,
  { id, version }: { readonly id: string; readonly version: string },
  options: ConnectionFlags,
): Promise<ExitCode> {
  const path = pathOf`/instance/v1/installations/${id}/update/move`;
  return writeInstallation(terminal, { method: 'POST', path, body: { version } }, options);
}

/** Takes the decision to decline a version back. */
export async function reopenVersion(
  terminal: Terminal,
  { id, version }: { readonly id: string; readonly version: string },
  options: ConnectionFlags,
): Promise<ExitCode> {
  const path = pathOf`/instance/v1/installations/${id}/update/reopen`;
  return writeInstallation(terminal, { method: 'POST', path, body: { version } }, options);
}

export interface FollowOptions extends ConnectionFlags {
  readonly channel?: string;
}

/** Changes which versions an installation follows. */
export async function changeFollowing(
  terminal: Terminal,
  { id, follow }: { readonly id: string; readonly follow: string | undefined },
  options: FollowOptions,
): Promise<ExitCode> {
  const { channel } = options;
  if (follow === undefined && channel === undefined)
    throw usageFailure(phrase`name what to change: auto or manual, or --channel`);
  const body = { ...(follow !== undefined && { follow }), ...(channel !== undefined && { channel }) };
  return writeInstallation(
    terminal,
    { method: 'PATCH', path: pathOf`/instance/v1/installations/${id}`, body },
    options,
  );
}

async function writeInstallation(
  terminal: Terminal,
  request: Pick<ApiRequest, 'method' | 'path' | 'body'>,
  options: ConnectionFlags,
): Promise<ExitCode> {
  const installation = await terminal.withProgress(
    terminal.translate`Changing`,
    send<InstallationForAdmin>(adminConnection(options), {
      ...request,
      language: terminal.language,
      expectedFields: ['installation_id', 'status'],
    }),
  );
  terminal.result(installation, installationLines(terminal, installation));
  return EXIT.ok;
}

/** The state of an installation. */
export function installationLines(terminal: Terminal, installation: InstallationForAdmin): string[] {
  const {
    installation_id: id,
    plugin_id,
    version,
    status,
    plan,
    credentials_until: until,
    channel,
    follow,
    version_pending: pending,
  } = installation;
  return [
    terminal.translate`${printable(`${plugin_id}@${version}`)} is ${terminal.paint('bold', printable(status))}`,
    ...table([
      [`  ${terminal.translate`installation`}`, id],
      ...(plan === null ? [] : [[`  ${terminal.translate`plan`}`, plan]]),
      ...(channel === 'beta' || follow === 'manual'
        ? [[`  ${terminal.translate`channel and updates`}`, `${channel}, ${follow}`]]
        : []),
    ]),
    ...(pending
      ? [terminal.translate`next: "kushk store update ${id}" shows ${pending}, which waits for consent`]
      : []),
    ...declinedLines(terminal, installation),
    ...(until ? [credentialsLine(terminal, id, until)] : []),
    ...nextLines(terminal, installation),
    ...(status === 'removed'
      ? [
          terminal.translate`its token has stopped working and its records cannot be read any more; its proposals and sources stay: people can still settle those that wait, and no event reports that`,
        ]
      : []),
  ];
}

/** One step, where no line above names one. */
function nextLines(terminal: Terminal, installation: InstallationForAdmin): string[] {
  const { installation_id: id, status, credentials_until: until, version_pending: pending } = installation;
  if (pending || until) return [];
  switch (status) {
    case 'pending':
      return [terminal.translate`next: "kushk store installed" shows when the plugin has accepted`];
    case 'installed':
      return [terminal.translate`next: "kushk store installed" shows whether the plugin accepts its calls`];
    case 'paused':
      return [terminal.translate`next: "kushk store resume ${id}" lets it work again`];
    default:
      return [];
  }
}

/** The versions that an admin declined; an instance of an earlier version does not list them. */
export function declinedLines(
  terminal: Terminal,
  { installation_id: id, versions_declined: declined = [] }: Partial<InstallationForAdmin>,
): string[] {
  return declined.map(({ version }) => {
    const words = printable(`${id} ${version}`);
    return terminal.translate`${printable(version)} was declined: "kushk store reopen ${words}" takes this back`;
  });
}

/** How an admin hands its credentials to a plugin that polls. */
export function credentialsLine(terminal: Terminal, id: string, until: string): string {
  return new Date(until) > new Date()
    ? terminal.translate`next: "kushk store credentials ${id}" reads the credentials of this plugin, which polls its events: once, until ${until}`
    : terminal.translate`the credentials of ${id} ended at ${until}, because no admin has read them`;
}
