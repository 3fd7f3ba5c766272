/** `kushk dev logs`: the newest calls in both directions, or one of them with its complete bodies. */
import { adminConnection } from '../connection.js';
import { ChangeFollower } from '../dev/change-follower.js';
import { callKey, type DevEntry } from '../dev/dev-entry.js';
import { DevFeed } from '../dev/dev-feed.js';
import { installationOf, type InstalledPluginOptions } from '../dev/installed-plugin.js';
import { InstanceClient } from '../dev/instance-client.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { wholeBodyLines } from '../live-view/body-lines.js';
import { entryLine } from '../live-view/entry-text.js';
import { lineByLine } from '../live-view/live-view.js';
import { phrase } from '../phrase.js';
import { printable, type Terminal } from '../terminal.js';

export interface LogOptions extends InstalledPluginOptions {
  readonly follow?: boolean;
}

const LOGGED_LISTS = new Set(['deliveries', 'calls', 'wallet', 'proposals', 'sources']);

/**
 * Prints the calls in both directions with what became of proposals and sources, and with `--follow` those that come.
 * It only reads: whether the plugin rejects a wrong signature is for `kushk dev` to try.
 */
export async function showLogs(terminal: Terminal, callId: string | undefined, options: LogOptions): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id: id, plugin_id: pluginId } = await installationOf(client, options);
  const feed = new DevFeed(client, { id, pluginId });
  if (callId !== undefined) return showCall(terminal, callId, await feed.read());
  const view = lineByLine(terminal);
  const print = async (): Promise<void> => {
    for (const entry of await feed.read()) view.entry(entry);
  };
  await print();
  if (options.follow !== true) {
    view.close();
    return EXIT.ok;
  }
  const changes = new ChangeFollower(client, LOGGED_LISTS);
  const untilEnded = new AbortController().signal;
  for (;;) {
    await changes.next(untilEnded);
    await print();
  }
}

/** The attempts of a call to the plugin with the requests that they caused, or one request of the plugin. */
function showCall(terminal: Terminal, id: string, entries: readonly DevEntry[]): ExitCode {
  const calls = entries.filter((entry) => entry.kind === 'call_out' && entry.delivery_id === id);
  const found =
    calls.length === 0
      ? entries.filter((entry) => entry.kind === 'call_in' && entry.request_id === id)
      : calls.flatMap((call) => [call, ...causedBy(call, entries)]);
  if (found.length === 0)
    throw new Failure(phrase`no call ${id} among the newest ones: "kushk dev logs" shows them with their ids`, {
      code: 'cli.call_not_found',
      exitCode: EXIT.refused,
    });
  terminal.result(
    { items: found },
    found.flatMap((entry) => [entryLine(terminal, entry), ...aboutLines(entry), ...wholeBodyLines(terminal, entry)]),
  );
  return EXIT.ok;
}

function causedBy(call: DevEntry, entries: readonly DevEntry[]): readonly DevEntry[] {
  if (call.kind !== 'call_out') return [];
  const caused = entries.filter(
    (entry) => entry.kind === 'call_in' && entry.caused_by !== null && callKey(entry.caused_by) === callKey(call),
  );
  return caused.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function aboutLines(entry: DevEntry): readonly string[] {
  if (entry.kind !== 'call_out' || entry.path === '') return [];
  return [`           POST ${printable(entry.path)}  →  ${printable(entry.content_type ?? '-')}`];
}
