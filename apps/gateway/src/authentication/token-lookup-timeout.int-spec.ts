import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation } from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { httpClient, statusAndCode } from '@kushk/testing';
import { startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

describe('the plugin API when the installation service hangs', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway('instance');
    await gateway.services.hang(installation.authenticateTokens);
  });
  afterAll(() => gateway.stop());

  it('returns 503 to each of many requests that arrive at once', async () => {
    const client = httpClient(gateway.port);
    const responses = await Promise.all(
      Array.from({ length: 1_500 }, () =>
        client('/i/ins_01/plugin/v1/installation', { headers: { authorization: `Bearer ${newCredential('ki')}` } }),
      ),
    );
    expect(new Set(responses.map(statusAndCode))).toEqual(new Set(['503 service.unavailable']));
    // The request deadline of ten seconds, plus what a busy machine takes for so many. The loader's own spec shows that
    // a batch that waits too long is rejected.
    expect(Math.max(...responses.map(({ durationMs }) => durationMs))).toBeLessThan(28_000);
  });
});
