import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, type HttpClient } from '@kushk/testing';
import { startHub, type HubHarness } from './hub-harness.js';

let hub: HubHarness;
let portal: HttpClient;
beforeAll(async () => {
  hub = await startHub();
  const added = await hub.staff('/operator/v1/publishers/acme/members', { json: { subject: 'pouya', name: 'Pouya' } });
  expect(added.status).toBe(201);
  portal = await hub.as('pouya');
});
afterAll(() => hub?.stop());

const stages = [
  { percent: 10, hours: 24 },
  { percent: 100, hours: 0 },
];
const pathOf = (id: string, version: string) => `releases/ir.acme.${id}/${version}`;
type Response = Awaited<ReturnType<HttpClient>>;
const shown = ({ status, json }: Response) => [status, json['rollout'] ?? json['code']];

async function submit(id: string, version: string, rollout?: object): Promise<Response> {
  const manifest = {
    schema: '1',
    id: `ir.acme.${id}`,
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Invoices' },
    base_url: 'https://plugin.acme.ir',
  };
  return await hub.submit({ manifest, ...(rollout && { rollout }) });
}
async function approve(id: string, version: string, publish: boolean): Promise<void> {
  const path = `/operator/v1/${pathOf(id, version)}`;
  const rita = await hub.as('rita');
  await eventually(async () => (await rita(`${path}/take`, { json: {} })).status === 200);
  expect((await rita(`${path}/approve`, { json: { tier: 'verified', publish } })).status).toBe(200);
  const expected = publish ? 'published' : 'approved';
  await eventually(async () => (await hub.staff(path)).json['status'] === expected);
}

describe('a rollout', () => {
  it('is submitted, checked, published, halted by the publisher and resumed in the portal', async () => {
    await submit('staged', '1.0.0');
    await approve('staged', '1.0.0', true);
    expect(shown(await submit('staged', '1.1.0', { stages }))).toEqual([
      201,
      {
        state: null,
        percent: 0,
        stages,
        next_at: null,
        reason: null,
        halted_by: null,
        tightened: false,
        halt: { error_points: 5, min_calls: 50, min_installations: 2 },
        figures: null,
      },
    ]);
    await approve('staged', '1.1.0', false);
    const release = pathOf('staged', '1.1.0');
    const published = await hub.staff(`/operator/v1/${release}/publish`, { method: 'POST' });
    expect(shown(published)).toMatchObject([200, { state: 'running', percent: 10, next_at: expect.any(String) }]);
    const halt = { json: { action: 'halt', reason: 'Customers see errors' } };
    const halted = { state: 'halted', reason: 'Customers see errors', halted_by: 'publisher' };
    expect(shown(await hub.publisher(`/developer/v1/${release}/rollout`, halt))).toMatchObject([200, halted]);
    expect(shown(await hub.staff(`/operator/v1/${release}`))).toMatchObject([200, halted]);
    const resumed = await portal(`/portal/v1/publishers/acme/${release}/rollout`, { json: { action: 'resume' } });
    expect(shown(resumed)).toMatchObject([200, { state: 'running', percent: 10 }]);
    const { items } = (await hub.staff('/operator/v1/audit?action=rollout.halted')).json as { items: object[] };
    expect(items).toMatchObject([{ actor: { kind: 'publisher' }, details: { reason: 'Customers see errors' } }]);
  });

  it('is halted by the operator, whom the publisher does not overrule', async () => {
    await submit('stopped', '1.0.0');
    await approve('stopped', '1.0.0', true);
    await submit('stopped', '1.1.0', { stages });
    await approve('stopped', '1.1.0', true);
    const [own, ofOperator] = ['developer', 'operator'].map(
      (api) => `/${api}/v1/${pathOf('stopped', '1.1.0')}/rollout`,
    );
    expect(shown(await hub.staff(ofOperator!, { json: { action: 'halt', reason: 'Too many errors' } }))).toMatchObject([
      200,
      { state: 'halted', halted_by: 'operator' },
    ]);
    const refused = await hub.publisher(own!, { json: { action: 'resume' } });
    expect([...shown(refused), refused.json['params']]).toEqual([
      409,
      'catalogue.transition_invalid',
      { from: 'halted', to: 'running', allowed: [] },
    ]);
    expect(shown(await hub.staff(ofOperator!, { json: { action: 'complete' } }))).toMatchObject([
      200,
      { state: 'complete', percent: 100 },
    ]);
  });

  it('is refused with the place of each problem, and does not widen at the publication', async () => {
    const problemsOf = ({ json }: Response) =>
      (json['params'] as { problems: { path: string; code: string }[] }).problems.map(
        ({ path, code }) => `${path} ${code}`,
      );
    const wrong = {
      stages: [
        { percent: 50, hours: 0 },
        { percent: 20, hours: 0 },
      ],
    };
    expect(problemsOf(await submit('wide', '1.1.0', wrong))).toEqual([
      '/rollout/stages/0/hours range',
      '/rollout/stages/1/percent order',
    ]);
    await submit('wide', '1.0.0');
    await approve('wide', '1.0.0', true);
    await submit('wide', '1.1.0', { stages });
    await approve('wide', '1.1.0', false);
    const publish = `/operator/v1/${pathOf('wide', '1.1.0')}/publish`;
    const wider = await hub.staff(publish, { json: { rollout: { stages: [{ percent: 100, hours: 24 }] } } });
    expect([wider.status, problemsOf(wider)]).toEqual([422, ['/rollout/stages/0 wider']]);
    const tighter = {
      stages: [
        { percent: 1, hours: 48 },
        { percent: 100, hours: 0 },
      ],
    };
    expect(shown(await hub.staff(publish, { json: { rollout: tighter } }))).toMatchObject([
      200,
      { percent: 1, tightened: true },
    ]);
  });
});
