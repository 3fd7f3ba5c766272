import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing';
import { about, at, installed, removed, requested } from '../example-installation.js';
import { installationStream } from '../installation.js';
import { rotateCredential } from './rotate-credential.js';

const previousUntil = '2026-11-21T09:00:00.000Z';
const token = { what: 'token', tokenHash: 'new hash', tokenLast4: 'wxyz', previousUntil, at } as const;

describe('renewing a credential', () => {
  it('makes the new token the token, and keeps the one before for the overlap', () => {
    given(installationStream, requested, installed)
      .when((state) => rotateCredential(token, state))
      .thenFacts({
        type: 'TokenRotated',
        data: { ...about, previousUntil, at, tokenHash: 'new hash', tokenLast4: 'wxyz' },
      })
      .thenState({ tokenHash: 'new hash', tokenLast4: 'wxyz', previousToken: { hash: 'hash', until: previousUntil } });
  });

  it('keeps only the newest signing secret here: which others still sign is known where calls are made', () => {
    given(installationStream, requested, installed)
      .when((state) =>
        rotateCredential({ what: 'signing_secret', sealedSigningSecret: 'sealed anew', previousUntil, at }, state),
      )
      .thenFacts({
        type: 'SigningSecretRotated',
        data: { ...about, previousUntil, at, sealedSigningSecret: 'sealed anew' },
      })
      .thenState({ sealedSigningSecret: 'sealed anew' });
  });

  it('waits until the first credentials have arrived, and is over with the removal', () => {
    given(installationStream, requested)
      .when((state) => rotateCredential(token, state))
      .thenRefuses('installation.transition_invalid', { status: 'pending' });
    given(installationStream, requested, installed, removed)
      .when((state) => rotateCredential(token, state))
      .thenRefuses('installation.removed');
  });
});
