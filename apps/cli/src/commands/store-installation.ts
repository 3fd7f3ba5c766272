/** `kushk store pause`, `resume` and `remove`. */
import type { InstallationForAdmin } from '@kushk/contracts';
import { pathOf, send, type ApiRequest } from '../api.js';
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { printable, table, type Terminal } from '../terminal.js';

export type InstallationStep = 'pause' | 'resume' | 'remove';

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
      return { method: 'POST', path: `${path}/${step}`, body: {} };
    case 'remove':
      return { method: 'DELETE', path };
  }
}

/** The state of an installation. */
export function installationLines(terminal: Terminal, installation: InstallationForAdmin): string[] {
  const { installation_id: id, plugin_id, version, status, plan } = installation;
  return [
    terminal.translate`${printable(`${plugin_id}@${version}`)} is ${terminal.paint('bold', printable(status))}`,
    ...table([
      [`  ${terminal.translate`installation`}`, id],
      ...(plan === null ? [] : [[`  ${terminal.translate`plan`}`, plan]]),
    ]),
    ...(status === 'pending'
      ? [terminal.translate`next: "kushk store installed" shows when the plugin has accepted`]
      : []),
    ...(status === 'removed'
      ? [
          terminal.translate`its token has stopped working and its records cannot be read any more; its proposals and sources stay`,
        ]
      : []),
  ];
}
