/** Tests of the end of a single access, and of wrong access codes, on two gateways of the instance. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newCredential } from '@kushk/credentials';
import { eventually, RecordingPlugin } from '@kushk/testing';
import { startGatewayBeside, type GatewayBeside } from '../../../../tools/measure/proof/private/gateway-beside.js';
import { pidOf } from '../broken/parts.js';
import { bearerOf, granted, verdict, type Body, type Client } from '../parties/client.js';
import { installBody, manifestOf, type Manifest } from '../parties/invoices.js';
import {
  newPublisher,
  operator,
  platform,
  reviewer,
  takeForReview,
  unique,
  type Publisher,
} from '../parties/parties.js';
import { system } from '../system/the-system.js';

let second: GatewayBeside;
let plugin: RecordingPlugin;
beforeAll(async () => {
  second = await startGatewayBeside(pidOf('instance gateway'));
  plugin = await RecordingPlugin.start();
});
afterAll(async () => {
  await second?.stop();
  await plugin?.stop();
});

interface Organisation {
  readonly id: string;
  /** Its admin at each gateway. */
  readonly admins: readonly [Client, Client];
}

async function newOrganisation(): Promise<Organisation> {
  const body = { name: unique('Private '), admin: { subject: 'dev|member2', name: 'Admin' } };
  const { id } = granted(await platform.post('/organisations', body)).organisation as { id: string };
  const at = (origin: string): Client =>
    bearerOf(`${origin}/instance/v1`, system.tokens.member2, { 'service-organisation': id });
  return { id, admins: [at(system.instance), at(second.origin)] };
}

interface Private {
  readonly publisher: Publisher;
  readonly manifest: Manifest;
  readonly path: string;
}

async function published(): Promise<Private> {
  const publisher = await newPublisher('ended');
  const id = `ir.${unique('ended')}.one`;
  const manifest = manifestOf({ id, publisher: publisher.id, baseUrl: plugin.baseUrl });
  const release = `/releases/${id}/1.0.0`;
  granted(await publisher.api.post('/releases', { manifest }));
  await takeForReview(release);
  granted(await reviewer.post(`${release}/approve`, { tier: 'private', notes: 'Read.', publish: true }));
  await eventually(async () => granted(await publisher.api.get(release)).fleet.accepted === 1);
  return { publisher, manifest, path: `/plugins/${id}` };
}

/** Makes a code and enters it. Returns the access as the publisher lists it. */
async function giveAccess({ publisher, path }: Private, { admins: [admin] }: Organisation): Promise<Body> {
  const { code } = granted(await publisher.api.post(`${path}/access-codes`, { label: 'Customer', uses: 1 }));
  granted(await admin.post('/store/access', { code }));
  return granted(await publisher.api.get(`${path}/access`)).items[0];
}
const offered = async ({ admins }: Organisation, { manifest }: Private): Promise<readonly string[]> =>
  await Promise.all(admins.map(async (admin) => verdict(await admin.get(`/store/${manifest.id}`))));
const ABSENT = ['404 store.plugin_not_found', '404 store.plugin_not_found'];
const THERE = ['200', '200'];

async function ended(of: Private, organisation: Organisation, { id }: Body): Promise<void> {
  granted(await of.publisher.api.delete(`${of.path}/access/${id}`));
  await eventually(async () => (await offered(organisation, of))[0] !== '200');
}

describe('wrong access codes', () => {
  it('are counted per organisation over both gateways: five an hour, and then not even a right one', async () => {
    const [organisation, other, of] = [await newOrganisation(), await newOrganisation(), await published()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_one, n) =>
        verdict(await organisation.admins[n % 2]!.post('/store/access', { code: newCredential('ka') })),
      ),
    );
    const count = (expected: string): number => answers.filter((answer) => answer === expected).length;
    expect([count('404 store.code_unknown'), count('429 store.code_attempts_exceeded')]).toEqual([5, 7]);
    const { code } = granted(await of.publisher.api.post(`${of.path}/access-codes`, { label: 'Right', uses: 1 }));
    for (const admin of organisation.admins) {
      const refused = await admin.post('/store/access', { code });
      expect(verdict(refused)).toBe('429 store.code_attempts_exceeded');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    }
    granted(await other.admins[0].post('/store/access', { code }));
  });

  it('cost nothing when the checksum shows that they are mistyped', async () => {
    const { admins } = await newOrganisation();
    for (let n = 0; n < 7; n += 1)
      expect(verdict(await admins[0].post('/store/access', { code: `ka_${'x'.repeat(36)}` }))).toBe(
        '404 store.code_unknown',
      );
  });
});

describe('an access that its publisher ends', () => {
  it('is listed without organisation and instance, and ended by its publisher alone', async () => {
    const [organisation, of] = [await newOrganisation(), await published()];
    const access = await giveAccess(of, organisation);
    expect(access).toEqual({
      id: expect.stringMatching(/^acc_/),
      code_id: expect.stringMatching(/^acd_/),
      code_label: 'Customer',
      at: expect.any(String),
      ended_at: null,
    });
    const other = await newPublisher('other');
    expect(granted(await other.api.get(`${of.path}/access`)).items).toEqual([]);
    expect(verdict(await other.api.delete(`${of.path}/access/${access.id}`))).toBe('404 access.not_found');
    expect(await offered(organisation, of)).toEqual(THERE);
    await ended(of, organisation, access);
    expect(await offered(organisation, of)).toEqual(ABSENT);
    granted(await of.publisher.api.delete(`${of.path}/access/${access.id}`));
    expect(granted(await of.publisher.api.get(`${of.path}/access`)).items).toMatchObject([
      { id: access.id, ended_at: expect.any(String) },
    ]);
    const hub = (await operator.get(`/audit?format=ndjson&subject=${access.id}`).buffer(true)).text;
    const instance = await organisation.admins[1].get(`/audit?format=ndjson&subject=${of.manifest.id}`).buffer(true);
    expect(hub).toContain('"action":"access.ended"');
    expect(instance.text).toContain('"action":"access.ended"');
    expect(hub).not.toContain(organisation.id);
  });

  it('leaves a paused installation, which runs on when it is resumed, and cannot be installed again', async () => {
    const [organisation, of] = [await newOrganisation(), await published()];
    const access = await giveAccess(of, organisation);
    const [admin, elsewhere] = organisation.admins;
    const { installation_id: id } = granted(await admin.post('/installations', installBody(of.manifest)));
    const status = async (at: Client): Promise<string> => granted(await at.get(`/installations/${id}`)).status;
    await eventually(async () => (await status(admin)) === 'installed');
    granted(await admin.post(`/installations/${id}/pause`));
    await ended(of, organisation, access);
    expect(await status(elsewhere)).toBe('paused');
    granted(await elsewhere.post(`/installations/${id}/resume`));
    expect(await status(admin)).toBe('installed');
    expect(granted(await elsewhere.get('/installations')).items).toMatchObject([{ installation_id: id }]);
    granted(await admin.delete(`/installations/${id}`));
    expect(verdict(await elsewhere.post('/installations', installBody(of.manifest)))).toBe(
      '404 store.plugin_not_found',
    );
    expect((await giveAccess(of, organisation)).id).not.toBe(access.id);
    granted(await elsewhere.post('/installations', installBody(of.manifest)));
  });

  it('while the release is suspended stays ended when it is resumed; another organisation sees it then', async () => {
    const [organisation, other, of] = [await newOrganisation(), await newOrganisation(), await published()];
    const access = await giveAccess(of, organisation);
    const release = `/releases/${of.manifest.id}/1.0.0`;
    granted(await operator.post(`${release}/suspend`, { reason: 'Looked at' }));
    await eventually(async () => (await offered(organisation, of))[0] !== '200');
    granted(await of.publisher.api.delete(`${of.path}/access/${access.id}`));
    await giveAccess(of, other);
    expect(await offered(other, of)).toEqual(ABSENT);
    granted(await operator.post(`${release}/resume`));
    await eventually(async () => (await offered(other, of))[0] === '200');
    expect(await offered(other, of)).toEqual(THERE);
    expect(await offered(organisation, of)).toEqual(ABSENT);
  });
});
