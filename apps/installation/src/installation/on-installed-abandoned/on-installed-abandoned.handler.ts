import { reactionHandler } from '@kushk/broker';
import { deliveryFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { abandonRenewal } from '../abandon-renewal/abandon-renewal.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';
import { InstallationUpdater } from '../installation-updater.js';
import { installationStream } from '../installation.js';

export const OnInstalledAbandonedHandler = reactionHandler(
  deliveryFacts.installedAbandoned,
  { reaction, needs: { updater: InstallationUpdater } },
  async ({ installation_id, version, reason, at }, { updater }, { run, meta }) => {
    const outcome = await run({
      name: 'AbandonRenewal',
      stream: streamRef(installationStream, installation_id),
      command: { version, ...(reason !== undefined && { reason }), at },
      decide: (command, installation) => abandonRenewal(command, installation),
    });
    if (outcome.accepted) await updater.catchUp(outcome.reply, meta);
  },
);
