import { refuse, unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import type { InstallationFact } from '../installation-facts.js';
import { partiesOf, type ActiveInstallation, type Installation } from '../installation.js';

export type RotateCredential = {
  /** The hash of the token with which the plugin calls. */
  readonly callerTokenHash: string;
  readonly previousUntil: string;
  readonly at: string;
} & (
  | { readonly what: 'token'; readonly tokenHash: string; readonly tokenLast4: string }
  | { readonly what: 'signing_secret'; readonly sealedSigningSecret: string }
);

/**
 * The plugin rotates one of its credentials. The previous one is valid until the overlap ends. Rejected while the
 * `installed` call delivers credentials: a retry of that call would replace the rotated credential with the old one.
 *
 * A superseded token cannot rotate: the holder of an old token could otherwise replace the new one and lock out its
 * owner.
 */
export function rotateCredential(command: RotateCredential, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended': {
      const { status, installedAt, renewal, move } = installation;
      if (installedAt === null || renewal !== null || move !== null)
        return refuse('installation.transition_invalid', { status });
      if (command.callerTokenHash !== installation.tokenHash) return refuse('auth.token_superseded');
      return acceptFacts(installation, [rotation(command, installation)]);
    }
    default:
      return unreachable(installation);
  }
}

function rotation(command: RotateCredential, installation: ActiveInstallation): InstallationFact {
  const { previousUntil, at } = command;
  const common = { ...partiesOf(installation), previousUntil, at };
  if (command.what === 'token') {
    const { tokenHash, tokenLast4 } = command;
    return { type: 'TokenRotated', data: { ...common, tokenHash, tokenLast4 } };
  }
  const { sealedSigningSecret } = command;
  return { type: 'SigningSecretRotated', data: { ...common, sealedSigningSecret } };
}
