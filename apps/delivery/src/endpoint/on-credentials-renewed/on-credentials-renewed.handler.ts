import { installationFacts } from '@kushk/contracts';
import { newId, now } from '@kushk/runtime';
import { handoverHandler } from '../hand-over/hand-over.handler.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { queueInstalled } from '../on-credentials-released/queue-installed.js';

/**
 * An admin renewed the credentials. The `installed` call delivers them; the old secret signs until the plugin accepts
 * the call.
 */
export const OnCredentialsRenewedHandler = handoverHandler(installationFacts.credentialsRenewed, {
  reaction,
  name: 'QueueRenewedInstalled',
  command: ({ installation_id: installationId, sealed_lifecycle, sealed_signing_secret, version }) => ({
    installationId,
    deliveryId: newId('cal'),
    sealedBody: sealed_lifecycle,
    nextSealedSecret: sealed_signing_secret,
    ...(version !== null && { version }),
    at: now().toISOString(),
  }),
  decide: queueInstalled,
});
