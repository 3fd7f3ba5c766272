import type { Attack, Gateways } from './attack.js';
import { consentAttacks } from './consent.js';
import { destinationAttacks } from './destinations.js';
import { evaluationAttacks } from './evaluation.js';
import { edgeAttacks, lastAttacks, malformedBodies, publicListener, severalHosts } from './http-edge.js';
import { natsAttacks } from './nats.js';
import { pageProxyAttacks } from './page-proxy.js';
import { quotaAttacks } from './quotas.js';
import { rightAttacks } from './rights.js';
import { crossSite, fixation, sessionAttacks } from './sessions.js';
import { statementAttacks } from './statements.js';
import { storageAttacks } from './storage.js';
import { staffRoles, tenantAttacks } from './tenants.js';
import { otherKinds, tokenAttacks } from './tokens.js';
import { walletAttacks } from './wallet.js';

/** Every attack, in the order in which they run. */
export const attacks: readonly Attack[] = [
  ...rightAttacks,
  ...sessionAttacks,
  ...tokenAttacks,
  ...tenantAttacks,
  ...consentAttacks,
  ...quotaAttacks,
  ...edgeAttacks,
  ...pageProxyAttacks,
  ...walletAttacks,
  ...destinationAttacks,
  ...natsAttacks,
  ...statementAttacks,
  ...storageAttacks,
  ...evaluationAttacks,
  ...lastAttacks,
];

/** Those that need only gateways and people, so that the tests try them on the system that they share. */
export const quickAttacks: readonly Attack<Gateways>[] = [
  ...[fixation, crossSite, otherKinds, staffRoles, severalHosts, publicListener, malformedBodies],
];
