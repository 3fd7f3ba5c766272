import { reactionHandler } from '@kushk/broker';
import { deliveryFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { confirmInstalled, type ConfirmInstalled } from '../confirm-installed/confirm-installed.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';
import { InstallationUpdater } from '../installation-updater.js';
import { installationStream } from '../installation.js';

/** While a version starts, releases that are published or suspended wait. */
export const OnInstalledAnsweredHandler = reactionHandler(
  deliveryFacts.installedAnswered,
  { reaction, needs: { updater: InstallationUpdater } },
  async ({ installation_id, version, generation = 0, at }, { updater }, { run, meta }) => {
    const outcome = await run({
      name: 'ConfirmInstalled',
      stream: streamRef(installationStream, installation_id),
      command: { via: 'installed_call', version, generation, at } satisfies ConfirmInstalled,
      decide: (command, installation) => confirmInstalled(command, installation),
    });
    if (outcome.accepted && version !== null) await updater.catchUp(outcome.reply, meta);
  },
);
