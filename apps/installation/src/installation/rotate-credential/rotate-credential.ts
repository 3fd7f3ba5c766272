import { refuse } from '@kushk/decider';
import { about, change, type Changed } from '../change-installation.js';
import { statusOf, type Installation } from '../installation.js';

export type RotateCredential = { readonly previousUntil: string; readonly at: string } & (
  | { readonly what: 'token'; readonly tokenHash: string; readonly tokenLast4: string }
  | { readonly what: 'signing_secret'; readonly sealedSigningSecret: string }
);

/**
 * The plugin renews a credential; the one before goes on for the overlap. Not while it has
 * not answered `installed`: that call is repeated, and a repeat would bring back what was renewed.
 */
export function rotateCredential(command: RotateCredential, installation: Installation): Changed {
  const onTheirWay =
    installation.phase === 'pending' || (installation.phase === 'installed' && installation.renewalSince !== null);
  if (onTheirWay) return refuse('installation.transition_invalid', { status: statusOf(installation) });
  return change(installation, (existing) => {
    const { previousUntil, at } = command;
    const of = { ...about(existing), previousUntil, at };
    if (command.what === 'token')
      return [{ type: 'TokenRotated', data: { ...of, tokenHash: command.tokenHash, tokenLast4: command.tokenLast4 } }];
    return [{ type: 'SigningSecretRotated', data: { ...of, sealedSigningSecret: command.sealedSigningSecret } }];
  });
}
