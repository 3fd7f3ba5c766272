import { installationFacts } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { handoverHandler } from '../hand-over/hand-over.handler.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { recordHandover } from './record-handover.js';

/**
 * Usually the installation service publishes this fact because of the delivery service's own `installedAnswered`, so
 * nothing changes. The fact is new information only when an admin has read the credentials.
 */
export const OnInstallationInstalledHandler = handoverHandler(installationFacts.installationInstalled, {
  reaction,
  name: 'RecordHandover',
  command: ({ sealed_signing_secret: sealedSecret }) => ({
    ...(sealedSecret !== undefined && { sealedSecret }),
    at: now().toISOString(),
  }),
  decide: recordHandover,
});
