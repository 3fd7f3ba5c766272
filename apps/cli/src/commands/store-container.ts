/** `kushk store container`, `log` and `restart`: the container of an installation, for its admin. */
import type { ContainerResource } from '@kushk/contracts';
import { pathOf, send } from '../api.js';
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { printable, table, type Terminal } from '../terminal.js';
import { section } from './manifest-lines.js';

const BYTES_PER_MIB = 1_048_576;

export async function showContainer(terminal: Terminal, id: string, options: ConnectionFlags): Promise<ExitCode> {
  const container = await terminal.withProgress(
    terminal.translate`Reading`,
    send<ContainerResource>(adminConnection(options), {
      method: 'GET',
      path: pathOf`/instance/v1/installations/${id}/container`,
      language: terminal.language,
      expectedFields: ['state', 'egress'],
    }),
  );
  terminal.result(container, containerLines(terminal, container));
  return EXIT.ok;
}

export async function restartContainer(terminal: Terminal, id: string, options: ConnectionFlags): Promise<ExitCode> {
  const container = await terminal.withProgress(
    terminal.translate`Restarting`,
    send<ContainerResource>(adminConnection(options), {
      method: 'POST',
      path: pathOf`/instance/v1/installations/${id}/container/restart`,
      body: {},
      language: terminal.language,
      expectedFields: ['state', 'egress'],
    }),
  );
  terminal.result(container, [
    ...containerLines(terminal, container),
    terminal.translate`next: "kushk store container ${id}" shows when it runs, "kushk store log ${id}" what it writes`,
  ]);
  return EXIT.ok;
}

/** Prints the last lines that the container wrote, oldest first. */
export async function showContainerLog(terminal: Terminal, id: string, options: ConnectionFlags): Promise<ExitCode> {
  const log = await terminal.withProgress(
    terminal.translate`Reading`,
    send<{ readonly lines: readonly string[]; readonly truncated: boolean }>(adminConnection(options), {
      method: 'GET',
      path: pathOf`/instance/v1/installations/${id}/container/log`,
      language: terminal.language,
      expectedFields: ['lines'],
    }),
  );
  if (log.truncated && !terminal.json) terminal.note(terminal.translate`these are the last lines; older ones exist`);
  terminal.result(log, log.lines.map(printable));
  return EXIT.ok;
}

function containerLines(terminal: Terminal, container: ContainerResource): string[] {
  const { state, reason, since, version, image, failed_version: failed, restarts, egress } = container;
  const memory = `${mibOf(container.memory_bytes)} / ${mibOf(container.memory_limit_bytes)} MiB`;
  const allowed = egress.allowed.length === 0 ? terminal.translate`nothing` : egress.allowed.join(', ');
  const fields: (readonly [string, string | null])[] = [
    [terminal.translate`reason`, reason],
    [terminal.translate`since`, since],
    [terminal.translate`version`, version],
    [terminal.translate`image`, image],
    [terminal.translate`failed version`, failed === null ? null : `${failed.version} (${failed.at}): ${failed.reason}`],
    [terminal.translate`restarts`, String(restarts)],
    [terminal.translate`memory`, memory],
    [terminal.translate`may reach`, allowed],
  ];
  return [
    terminal.translate`the container is ${terminal.paint('bold', printable(state))}`,
    ...table(fields.flatMap(([name, value]) => (value === null ? [] : [[`  ${name}`, value]]))),
    ...section(
      terminal.translate`denied`,
      egress.denied.map(({ host, port, protocol, count, last_at }) => [
        port === null ? host : `${host}:${port}`,
        protocol,
        `${count}×`,
        last_at,
      ]),
    ),
  ];
}

function mibOf(bytes: number | null): string {
  return bytes === null ? '-' : (bytes / BYTES_PER_MIB).toFixed(1);
}
