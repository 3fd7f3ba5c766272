import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, PluginSummary } from '@kushk/contracts';
import { answered, httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { startHub, type HubHarness } from './hub-harness.js';

let hub: HubHarness;
let olga: HttpClient;
/** The key of the publisher at both gateways. */
let gateways: readonly HttpClient[];
beforeAll(async () => {
  hub = await startHub();
  olga = await hub.as('olga');
  gateways = hub.ports.map((port) => httpClient(port, { authorization: `Bearer ${hub.key}` }));
});
afterAll(() => hub.stop());

const idOf = (name: string) => `ir.acme.${name}`;
async function publish(name: string): Promise<void> {
  const manifest = {
    schema: '1',
    id: idOf(name),
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: name },
    base_url: 'https://acme.ir',
  };
  const path = `/operator/v1/releases/${idOf(name)}/1.0.0`;
  const steps = [
    await hub.submit({ manifest }),
    await answered(() => olga(`${path}/take`, { json: {} })),
    await answered(() => olga(`${path}/approve`, { json: { tier: 'verified', publish: true } })),
  ];
  expect(steps.map(({ status }) => status)).toEqual([201, 200, 200]);
}
const change = (name: string, verb: 'suspend' | 'withdraw') =>
  olga(`/operator/v1/releases/${idOf(name)}/1.0.0/${verb}`, { json: { reason: 'It leaks' } });
const deprecate = (as: HttpClient, name: string, json: object) =>
  as(`/developer/v1/plugins/${idOf(name)}/deprecation`, { method: 'PUT', json });
const end = (as: HttpClient, name: string) =>
  as(`/developer/v1/plugins/${idOf(name)}/deprecation`, { method: 'DELETE' });
async function deprecationOf(as: HttpClient, name: string) {
  const { json } = await as(`/developer/v1/plugins/summaries?plugin_id=${idOf(name)}`);
  return (json as unknown as Page<PluginSummary>).items[0]?.deprecation;
}

describe('a deprecation', () => {
  it('that one gateway has made is read and ended at the other, and both may be repeated', async () => {
    await publish('old');
    const [first, second] = gateways as readonly [HttpClient, HttpClient];
    const made = await deprecate(first, 'old', { reason: 'Too dear' });
    expect([made.status, made.json]).toEqual([200, await deprecationOf(second, 'old')]);
    expect((await deprecate(second, 'old', { reason: 'Too dear' })).json).toEqual(made.json);
    expect([(await end(second, 'old')).status, (await end(first, 'old')).status]).toEqual([204, 204]);
    expect(await deprecationOf(first, 'old')).toBeNull();
  });

  it('that two gateways get at the same time has the reason of one of them', async () => {
    await publish('raced');
    const reasons = ['Too dear', 'Too slow'];
    const made = await Promise.all(gateways.map((as, index) => deprecate(as, 'raced', { reason: reasons[index]! })));
    expect(made.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = await Promise.all(gateways.map((as) => deprecationOf(as, 'raced')));
    expect(one).toEqual(two);
    expect(reasons).toContain(one?.reason);
  });

  it.each(['suspend', 'withdraw'] as const)(
    'may be of a plugin whose only release the operator did %s',
    async (verb) => {
      await publish(verb);
      expect((await change(verb, verb)).status).toBe(200);
      expect((await deprecate(gateways[0]!, verb, { reason: 'It leaks' })).status).toBe(200);
      expect(await deprecationOf(gateways[1]!, verb)).toMatchObject({ reason: 'It leaks', successor: null });
    },
  );

  it('names a successor of the same publisher, even if its release is suspended now, and no other', async () => {
    await publish('next');
    expect((await change('next', 'suspend')).status).toBe(200);
    const named = await deprecate(gateways[0]!, 'old', { reason: 'Use the next one', successor: idOf('next') });
    expect(named).toMatchObject({ status: 200, json: { successor: idOf('next') } });
    for (const successor of [idOf('old'), idOf('absent'), 'ir.beta.other'])
      expect(statusAndCode(await deprecate(gateways[0]!, 'old', { reason: 'x', successor }))).toBe(
        '422 catalogue.successor_invalid',
      );
    expect(statusAndCode(await deprecate(gateways[0]!, 'absent', { reason: 'x' }))).toBe(
      '404 catalogue.plugin_not_found',
    );
  });
});
