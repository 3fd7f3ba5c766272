import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing';
import { endpointStream, NotKnownYet, type EndpointFact } from '../endpoint.js';
import { recordAnswer } from '../record-answer/record-answer.js';
import { rotateSecret, type RotateSecret } from './rotate-secret.js';

const at = '2026-11-20T09:00:00.000Z';
const noted: EndpointFact = {
  type: 'EndpointNoted',
  data: {
    organisationId: 'org_1',
    pluginId: 'ir.acme.invoices',
    baseUrl: 'https://plugin.acme.ir',
    wantedEvents: [],
    version: '1.0.0',
    scopes: [],
    sealedSecret: 'first',
    at,
  },
};
const rotation = (sealedSecret: string, previousSignsUntil: string, when = at): RotateSecret => ({
  installationId: 'ins_1',
  sealedSecret,
  previousSignsUntil,
  at: when,
});
const rotated = (sealedSecret: string, previousSignsUntil: string, when = at): EndpointFact => ({
  type: 'SecretRotated',
  data: { sealedSecret, previousSignsUntil, at: when },
});

describe('a signing secret that the plugin renews', () => {
  it('signs first, beside the one before until the overlap is over', () => {
    given(endpointStream, noted)
      .when((endpoint) => rotateSecret(endpoint, rotation('second', '2026-11-21T09:00:00.000Z')))
      .thenFacts(rotated('second', '2026-11-21T09:00:00.000Z'))
      .thenState({
        secrets: [
          { sealed: 'second', signUntil: null },
          { sealed: 'first', signUntil: '2026-11-21T09:00:00.000Z' },
        ],
      });
  });

  it('ends at once what has no overlap, and never lengthens one', () => {
    given(endpointStream, noted)
      .when((endpoint) => rotateSecret(endpoint, rotation('second', at)))
      .thenState({ secrets: [{ sealed: 'second', signUntil: null }] });
    given(endpointStream, noted, rotated('second', '2026-11-20T10:00:00.000Z'))
      .when((endpoint) => rotateSecret(endpoint, rotation('third', '2026-11-21T09:00:00.000Z')))
      .thenState({
        secrets: [
          { sealed: 'third', signUntil: null },
          { sealed: 'second', signUntil: '2026-11-21T09:00:00.000Z' },
          { sealed: 'first', signUntil: '2026-11-20T10:00:00.000Z' },
        ],
      });
  });

  it('gives way, when the admin renews the credentials, only once the plugin has answered', () => {
    const queued: EndpointFact = {
      type: 'LifecycleCallQueued',
      data: { callId: 'cal_1', event: 'installed', sealedBody: 'body', nextSealedSecret: 'renewed', at },
    };
    const waiting = given(endpointStream, noted, queued);
    expect(waiting.state).toMatchObject({ awaitingAnswer: true, secrets: [{ sealed: 'first', signUntil: null }] });
    waiting
      .when((endpoint) => recordAnswer(endpoint, at))
      .thenState({ awaitingAnswer: false, nextSealedSecret: null, secrets: [{ sealed: 'renewed', signUntil: null }] });
  });

  it('waits for the endpoint to be known, and is nothing to one that is gone', () => {
    expect(() => rotateSecret({ status: 'unknown' }, rotation('second', at))).toThrow(NotKnownYet);
    given(endpointStream, noted, { type: 'EndpointRemoved', data: { callId: 'cal_1', at } })
      .when((endpoint) => rotateSecret(endpoint, rotation('second', at)))
      .thenFacts();
  });
});
