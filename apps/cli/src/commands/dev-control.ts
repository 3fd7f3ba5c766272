/** `kushk dev restart`, `kushk dev stop` and `kushk dev gift`: what the keys r, q and g do. */
import { adminConnection, type ConnectionFlags } from '../connection.js';
import { requestFromRunningDev } from '../dev/dev-control.js';
import { installationOf, type InstalledPluginOptions } from '../dev/installed-plugin.js';
import { InstanceClient } from '../dev/instance-client.js';
import { isMuAmount } from '../dev/mu-amount.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { manifestFile } from '../plugin-folder.js';
import { printable, type Terminal } from '../terminal.js';

export interface RunningDevOptions extends ConnectionFlags {
  readonly manifest?: string;
}
export type GiftOptions = InstalledPluginOptions;

const DEFAULT_GIFT = '100';

export async function controlRunningDev(
  terminal: Terminal,
  action: 'restart' | 'stop',
  options: RunningDevOptions,
): Promise<ExitCode> {
  const label = action === 'restart' ? terminal.translate`Restarting` : terminal.translate`Stopping`;
  const lines = await terminal.withProgress(label, requestFromRunningDev(manifestFile(options.manifest), action));
  const done =
    action === 'restart' ? terminal.translate`the plugin was started again` : terminal.translate`"kushk dev" ends`;
  terminal.result({ action }, [done, ...lines.map(({ text }) => printable(text))]);
  return EXIT.ok;
}

export async function giveMu(terminal: Terminal, mu: string | undefined, options: GiftOptions): Promise<ExitCode> {
  const amount = mu ?? DEFAULT_GIFT;
  if (!isMuAmount(amount)) throw usageFailure(phrase`not an amount of MU: ${amount}`);
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id: id } = await installationOf(client, options);
  await client.gift(id, amount);
  const wallet = await client.wallet(id);
  const { available, held } = wallet;
  terminal.result(wallet, [terminal.translate`${available} MU available, ${held} held`]);
  return EXIT.ok;
}
