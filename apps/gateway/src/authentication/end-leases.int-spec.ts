import { expect, it } from '@jest/globals';
import { installation } from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { httpClient, statusAndCode } from '@kushk/testing';
import { accepted } from '../../test/outcomes.js';
import { startGateway } from '../../test/start-gateway.js';

it('a gateway that stops says that it holds no leases any more', async () => {
  const gateway = await startGateway('instance');
  const holders: (string | undefined)[] = [];
  const left: string[] = [];
  await gateway.services.respond(installation.authenticateTokens, ({ tokens, lease_holder }) => {
    holders.push(lease_holder);
    return accepted({ results: tokens.map(() => null) });
  });
  await gateway.services.respond(installation.endLeases, ({ lease_holder }) => {
    left.push(lease_holder);
    return accepted({});
  });
  try {
    const client = httpClient(gateway.port, { authorization: `Bearer ${newCredential('ki')}` });
    expect(statusAndCode(await client('/i/ins_01/plugin/v1/installation'))).toBe('401 auth.token_invalid');
  } finally {
    await gateway.stop();
  }
  expect(left).toEqual(holders);
  expect(left).toEqual([expect.any(String)]);
});
