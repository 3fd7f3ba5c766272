import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation } from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { clientOf, verdict } from '../black-box/client.js';
import { startGateway, type GatewayUnderTest } from '../black-box/start-gateway.js';

describe('tokens that nobody answers for', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway('instance');
    await gateway.neighbours.hang(installation.authenticateTokens);
  });
  afterAll(() => gateway.stop());

  it('are refused within the ten seconds of a request, however many come at once', async () => {
    const ask = clientOf(gateway.port);
    const answers = await Promise.all(
      Array.from({ length: 2_500 }, () =>
        ask('/i/ins_01/plugin/v1/installation', { headers: { authorization: `Bearer ${newCredential('ki')}` } }),
      ),
    );
    expect(new Set(answers.map(verdict))).toEqual(new Set(['503 service.unavailable']));
    // Seen from outside, 2,500 connections and all, on a machine that may be busy; without the limit it would be half a minute.
    expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(20_000);
  }, 60_000);
});
