import { reactionHandler } from '@kushk/broker';
import { installationFacts, usageMonthOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { remainderKey, remainderStream } from '../../remainder/remainder.js';
import { carryIn, type CarryIn } from '../carry-in/carry-in.js';
import { closeWallet } from '../close-wallet/close-wallet.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet-stream.js';

export const OnInstallationRemovedHandler = reactionHandler(
  installationFacts.installationRemoved,
  { reaction, needs: { store: EventStore } },
  async (data, { store }, { run, meta }) => {
    const month = usageMonthOf(now());
    const remainder = streamRef(remainderStream, remainderKey(data.organisation_id, data.plugin_id));
    const closed = await run({
      name: 'CloseWallet',
      streams: { wallet: streamRef(walletStream, data.installation_id), remainder },
      command: { carriedId: newId('car'), month, at: data.at },
      decide: (command, states) => closeWallet(command, states),
    });
    const successor = closed.accepted ? closed.reply.successor : null;
    if (successor === null) return;
    const carry: CarryIn = { id: newId('car'), installationId: successor, month, at: now().toISOString() };
    await store.run({
      name: 'CarryIn',
      streams: { wallet: streamRef(walletStream, successor), remainder },
      decide: (states) => carryIn(carry, states),
      meta,
    });
  },
);
