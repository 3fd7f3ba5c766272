import { reactionHandler } from '@kushk/broker';
import { walletFacts } from '@kushk/contracts';
import { ReadinessRecorder } from '../confirm-readiness/readiness-recorder.js';

const reaction = 'on-wallet-opened';

export const OnWalletOpenedHandler = reactionHandler(
  walletFacts.walletOpened,
  { reaction, needs: { readiness: ReadinessRecorder } },
  (data, { readiness }, cause) => readiness.record(data.installation_id, { service: 'wallet' }, cause),
);
