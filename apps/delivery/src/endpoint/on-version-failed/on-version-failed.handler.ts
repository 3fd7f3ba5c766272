import { reactionHandler } from '@kushk/broker';
import { containerFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now, realNow } from '@kushk/runtime';
import { CancelledCalls } from '../../delivery/cancelled-calls.view.js';
import { containerReaction as reaction } from '../container-reaction.js';
import { endpointStream } from '../endpoint.js';
import { abandonInstalled } from './abandon-installed.js';

export const OnVersionFailedHandler = reactionHandler(
  containerFacts.versionFailed,
  { reaction, needs: { cancelledCalls: CancelledCalls } },
  async (data, { cancelledCalls }, { run }) => {
    const { installation_id, version } = data;
    await run({
      name: 'AbandonInstalled',
      stream: streamRef(endpointStream, installation_id),
      command: { version, at: now().toISOString() },
      decide: (command, endpoint) => abandonInstalled(endpoint, command),
    });
    await cancelledCalls.delete(installation_id, realNow());
  },
);
