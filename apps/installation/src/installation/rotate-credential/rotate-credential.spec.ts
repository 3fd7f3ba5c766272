import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, installed, parties, removed, requested } from '../../../test/example-installation.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { rotateCredential } from './rotate-credential.js';

const previousUntil = '2026-11-21T09:00:00.000Z';
const common = { callerTokenHash: 'hash', previousUntil, at };
const token = { ...common, what: 'token', tokenHash: 'new hash', tokenLast4: 'wxyz' } as const;
const signingSecret = { ...common, what: 'signing_secret', sealedSigningSecret: 'new secret' } as const;
const rotated: InstallationFact = {
  type: 'TokenRotated',
  data: { ...parties, previousUntil, at, tokenHash: 'new hash', tokenLast4: 'wxyz' },
};

describe('rotateCredential', () => {
  it('keeps the previous token valid until the overlap ends', () => {
    given(installationStream, requested, installed)
      .when((state) => rotateCredential(token, state))
      .thenFacts(rotated)
      .thenState({ tokenHash: 'new hash', tokenLast4: 'wxyz', previousToken: { hash: 'hash', until: previousUntil } });
  });

  it('stores only the newest signing secret, because the delivery service stores the previous one', () => {
    given(installationStream, requested, installed)
      .when((state) => rotateCredential(signingSecret, state))
      .thenFacts({
        type: 'SigningSecretRotated',
        data: { ...parties, previousUntil, at, sealedSigningSecret: 'new secret' },
      })
      .thenState({ sealedSigningSecret: 'new secret' });
  });

  it('rejects a superseded token, so that an old token cannot lock out the owner of the new one', () => {
    for (const command of [token, signingSecret])
      given(installationStream, requested, installed, rotated)
        .when((state) => rotateCredential(command, state))
        .thenRefuses('auth.token_superseded');
    given(installationStream, requested, installed, rotated)
      .when((state) => rotateCredential({ ...signingSecret, callerTokenHash: 'new hash' }, state))
      .thenFactsMatch({ type: 'SigningSecretRotated' });
  });

  it('rejects a rotation before the plugin has its first credentials', () => {
    given(installationStream, requested)
      .when((state) => rotateCredential(token, state))
      .thenRefuses('installation.transition_invalid', { status: 'pending' });
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, installed, removed)
      .when((state) => rotateCredential(token, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => rotateCredential(token, state))
      .thenRefuses('installation.not_found');
  });
});
