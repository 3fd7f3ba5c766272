import { PrerequisiteMissing } from '@kushk/decider';
import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, installationId, registered, removed } from '../../../test/endpoint-facts.js';
import { endpointStream } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';
import { rotateSecret, type RotateSecret } from './rotate-secret.js';

const inOneHour = '2026-11-20T11:00:00.000Z';
const inOneDay = '2026-11-21T10:00:00.000Z';
const rotation = (sealedSecret: string, previousSignsUntil: string): RotateSecret => ({
  installationId,
  sealedSecret,
  previousSignsUntil,
  at,
});
const rotated = (sealedSecret: string, previousSignsUntil: string): EndpointFact => ({
  type: 'SecretRotated',
  data: { sealedSecret, previousSignsUntil, at },
});

describe('rotateSecret', () => {
  it('puts the new secret first and keeps the previous one until the overlap ends', () => {
    given(endpointStream, registered)
      .when((endpoint) => rotateSecret(endpoint, rotation('second', inOneDay)))
      .thenFacts(rotated('second', inOneDay))
      .thenState({
        secrets: [
          { sealed: 'second', signUntil: null },
          { sealed: 'first', signUntil: inOneDay },
        ],
      });
  });

  it('removes the previous secret at once when there is no overlap', () => {
    given(endpointStream, registered)
      .when((endpoint) => rotateSecret(endpoint, rotation('second', at)))
      .thenState({ secrets: [{ sealed: 'second', signUntil: null }] });
  });

  it('keeps the overlap that the last rotation requested, and no older secret', () => {
    given(endpointStream, registered, rotated('second', inOneHour))
      .when((endpoint) => rotateSecret(endpoint, rotation('third', inOneDay)))
      .thenState({
        secrets: [
          { sealed: 'third', signUntil: null },
          { sealed: 'second', signUntil: inOneDay },
        ],
      });
    given(endpointStream, registered, rotated('second', inOneDay))
      .when((endpoint) => rotateSecret(endpoint, rotation('third', inOneHour)))
      .thenState({
        secrets: [
          { sealed: 'third', signUntil: null },
          { sealed: 'second', signUntil: inOneHour },
        ],
      });
  });

  it('keeps the newest two secrets when the plugin rotates four times within the overlap', () => {
    const earlier = ['second', 'third', 'fourth'].map((sealed) => rotated(sealed, inOneDay));
    given(endpointStream, registered, ...earlier)
      .when((endpoint) => rotateSecret(endpoint, rotation('fifth', inOneDay)))
      .thenState({
        secrets: [
          { sealed: 'fifth', signUntil: null },
          { sealed: 'fourth', signUntil: inOneDay },
        ],
      });
  });

  it('appends no fact for a removed endpoint', () => {
    given(endpointStream, registered, removed)
      .when((endpoint) => rotateSecret(endpoint, rotation('second', at)))
      .thenFacts();
  });

  it('throws when the endpoint is not registered yet', () => {
    expect(() => rotateSecret({ status: 'unregistered' }, rotation('second', at))).toThrow(PrerequisiteMissing);
  });
});
