/**
 * `kushk dev resend`, `rotate`, `down` and `resume-deliveries`: what a plugin must survive, besides the events and tool
 * calls that the other commands make.
 */
import type { DeliveryResource } from '@kushk/contracts';
import { adminConnection } from '../connection.js';
import { requestFromRunningDev } from '../dev/dev-control.js';
import { installationOf, type InstalledPluginOptions } from '../dev/installed-plugin.js';
import { InstanceClient } from '../dev/instance-client.js';
import { pluginOutputSince } from '../dev/plugin-output.js';
import { afterAttempt, resend } from '../dev/waiting-deliveries.js';
import { durationMs } from '../duration.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { timeOf } from '../live-view/entry-text.js';
import { phrase } from '../phrase.js';
import { manifestFile } from '../plugin-folder.js';
import type { Terminal } from '../terminal.js';
import { attemptLine, nextAttemptLines, outputLines } from './dev-calls.js';
import { resumeDeliveries } from './store-resend.js';

const RESULT_TIMEOUT_MS = 15_000;
const MAX_DOWN_MS = 86_400_000;

/** Sends a stored event again, with its id and its body, also one that the plugin has accepted. */
export async function resendEvent(
  terminal: Terminal,
  eventId: string,
  options: InstalledPluginOptions,
): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id: id } = await installationOf(client, options);
  const sentAtMs = Date.now();
  const signal = AbortSignal.timeout(RESULT_TIMEOUT_MS);
  const sent = resend(client, id, { eventId, signal });
  return report(terminal, await terminal.withProgress(terminal.translate`Sending`, sent), { id, sentAtMs, ...options });
}

/** Ends a stop of the plugin of this folder after its 410, as an admin does. */
export async function resumeOwnDeliveries(terminal: Terminal, options: InstalledPluginOptions): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id: id } = await installationOf(client, options);
  return resumeDeliveries(terminal, id, options);
}

/**
 * Renews token and signing secret as an admin does, and shows what the plugin answers to the `installed` with them. A
 * plugin that polls gets no `installed`: the `kushk dev` that runs it starts it again with the new credentials.
 */
export async function rotateCredentials(terminal: Terminal, options: InstalledPluginOptions): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id: id, delivery } = await installationOf(client, options);
  if (delivery === 'poll') return rotatePolling(terminal, { client, id, file: manifestFile(options.manifest) });
  const known = new Set((await client.deliveries(id)).map((one) => one.id));
  const sentAtMs = Date.now();
  await client.rotate(id);
  const isInstalled = ({ id: deliveryId, type, channel }: DeliveryResource): boolean =>
    channel === 'lifecycle' && type === 'installed' && !known.has(deliveryId);
  const signal = AbortSignal.timeout(RESULT_TIMEOUT_MS);
  const answered = afterAttempt(client, id, { isMeant: isInstalled, attemptsBefore: 0, signal });
  return report(terminal, await terminal.withProgress(terminal.translate`Sending`, answered), {
    id,
    sentAtMs,
    ...options,
  });
}

async function rotatePolling(
  terminal: Terminal,
  { client, id, file }: { readonly client: InstanceClient; readonly id: string; readonly file: string },
): Promise<ExitCode> {
  const rotated = await client.rotate(id);
  const restarted = requestFromRunningDev(file, 'restart').then(
    () =>
      terminal.translate`the running "kushk dev" has the new credentials, and its terminal says where the plugin gets them`,
    (error: unknown) => {
      if (!(error instanceof Failure) || error.details.code !== 'cli.dev_not_running') throw error;
      return terminal.translate`new credentials wait for the plugin: "kushk dev credentials ${id}" shows them, once`;
    },
  );
  terminal.result(rotated, [await terminal.withProgress(terminal.translate`Restarting`, restarted)]);
  return EXIT.ok;
}

/** Makes the calls to the plugin fail for a time as if nothing listened at its address. `0` ends it. */
export async function makeUnreachable(
  terminal: Terminal,
  duration: string,
  options: InstalledPluginOptions,
): Promise<ExitCode> {
  const ms = durationMs(duration);
  if (ms > MAX_DOWN_MS) throw usageFailure(phrase`at most 24h, not ${duration}`);
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id: id, delivery } = await installationOf(client, options);
  const seconds = Math.ceil(ms / 1_000);
  const reply = await client.simulateOutage(id, seconds);
  const isAnnounced = await notifyRunningDev(options, seconds * 1_000);
  const lines = outageLines(terminal, { id, until: reply.until, isPolling: delivery === 'poll' });
  terminal.result({ installation_id: id, ...reply }, [
    ...lines,
    ...(isAnnounced && reply.until !== null
      ? [terminal.translate`the terminal of "kushk dev" says when it has ended`]
      : []),
  ]);
  return EXIT.ok;
}

function outageLines(
  terminal: Terminal,
  { id, until, isPolling }: { readonly id: string; readonly until: string | null; readonly isPolling: boolean },
): readonly string[] {
  const polls = terminal.translate`the plugin polls, so its events are not affected: end its process to see what it does after an outage`;
  if (until === null && isPolling) return [terminal.translate`the tools of the plugin are called again`, polls];
  if (until === null)
    return [
      terminal.translate`the plugin is called again`,
      terminal.translate`what waits is sent by and by; "kushk store resume-deliveries ${id}" sends it at once`,
    ];
  const time = timeOf(Date.parse(until));
  return isPolling
    ? [terminal.translate`until ${time} no tool of the plugin is called; "kushk dev down 0" ends it`, polls]
    : [terminal.translate`until ${time} no call reaches the plugin; "kushk dev down 0" ends it`];
}

/** Whether a `kushk dev` runs in this folder, which says when the outage ends. */
async function notifyRunningDev({ manifest, installation }: InstalledPluginOptions, ms: number): Promise<boolean> {
  // The folder may be that of another plugin.
  if (manifest === undefined && installation !== undefined) return false;
  try {
    await requestFromRunningDev(manifestFile(manifest), 'outage', ms);
    return true;
  } catch {
    return false;
  }
}

async function report(
  terminal: Terminal,
  delivery: DeliveryResource | null,
  { id, sentAtMs, manifest }: { readonly id: string; readonly sentAtMs: number } & InstalledPluginOptions,
): Promise<ExitCode> {
  const isAccepted = delivery?.status === 'delivered';
  const plugin_output = isAccepted ? [] : await pluginOutputSince(sentAtMs, manifest);
  terminal.result({ delivery, plugin_output }, [
    delivery === null
      ? terminal.translate`it is queued and not tried yet: "kushk dev logs" shows when it is`
      : attemptLine(terminal, delivery),
    ...outputLines(terminal, plugin_output),
    ...nextAttemptLines(terminal, id, delivery),
  ]);
  return isAccepted ? EXIT.ok : EXIT.refused;
}
