/** `kushk store plan`: shows the plans of an installed version, or changes the one that an installation has. */
import type { InstallationForAdmin, JsonObject } from '@kushk/contracts';
import { pathOf, send, type ApiRequest } from '../api.js';
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { table, type Terminal } from '../terminal.js';
import { capabilitiesOf, section } from './manifest-lines.js';
import { installationLines } from './store-installation.js';

/** Gives the installation the plan with the key `plan`; without it, shows which plans there are. */
export async function choosePlan(
  terminal: Terminal,
  { id, plan }: { readonly id: string; readonly plan: string | undefined },
  options: ConnectionFlags,
): Promise<ExitCode> {
  const connection = adminConnection(options);
  const call = <Reply>(request: Pick<ApiRequest, 'method' | 'path' | 'body'>, label: string): Promise<Reply> =>
    terminal.withProgress(label, send<Reply>(connection, { ...request, language: terminal.language }));
  const path = pathOf`/instance/v1/installations/${id}`;
  if (plan !== undefined) {
    const changed = await call<InstallationForAdmin>(
      { method: 'PUT', path: `${path}/plan`, body: { plan } },
      terminal.translate`Changing`,
    );
    terminal.result(changed, installationLines(terminal, changed));
    return EXIT.ok;
  }
  const installation = await call<InstallationForAdmin>({ method: 'GET', path }, terminal.translate`Reading`);
  const { manifest } = await call<{ readonly manifest: JsonObject }>(
    { method: 'GET', path: `${path}/manifest` },
    terminal.translate`Reading`,
  );
  terminal.result(
    { plan: installation.plan, plans: manifest['plans'] ?? [] },
    planLines(terminal, installation, manifest),
  );
  return EXIT.ok;
}

function planLines(
  terminal: Terminal,
  { installation_id: id, plan }: InstallationForAdmin,
  manifest: JsonObject,
): readonly string[] {
  const { rates } = capabilitiesOf(manifest);
  if (rates.length === 0) return [terminal.translate`the manifest declares no plans`];
  const mark = (key: string): string => (key === plan ? terminal.translate`current` : '');
  return [
    ...table([[`  ${terminal.translate`plan`}`, plan ?? '-']]),
    ...section(
      terminal.translate`plans (MU per unit)`,
      rates.map(([key, service, rate]) => [key, service, rate, mark(key)]),
    ),
    terminal.translate`next: "kushk store plan ${id} KEY" changes it, from the next charge on`,
  ];
}
