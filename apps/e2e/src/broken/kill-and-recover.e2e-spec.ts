/**
 * Tests with killed and hanging processes: no acknowledged write is lost, no caller waits longer than the deadline,
 * and everything recovers without an operator.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { responses, eventually, RecordingPlugin } from '@kushk/testing';
import type { Test } from 'supertest';
import { granted, verdict, type Body } from '../parties/client.js';
import { installBody, installed, manifestOf, type Installed, type Manifest } from '../parties/invoices.js';
import {
  admin,
  member,
  newPublisher,
  operator,
  pluginApi,
  reviewer,
  unique,
  type Publisher,
} from '../parties/parties.js';
import {
  familyOf,
  kill,
  natsPid,
  pidOf,
  postmaster,
  restarted,
  whileStopped,
  withDatabase,
  type Part,
} from './parts.js';
import { expectUnavailable, retryUntilAnswered } from './retry.js';

const services = ['catalogue', 'review', 'installation', 'wallet', 'workspace', 'delivery'] as const;
/** The gateway responds within 10 s (docs/reference/limits.md). The rest is a margin for a busy machine. */
const NOTICED_WITHIN_MS = 12_000;

/**
 * Sends a request with an idempotency key, kills the process while the request is in flight, and retries the request
 * with the same key.
 */
async function killedMeanwhile(part: Part, send: () => Test): Promise<Body> {
  const before = pidOf(part);
  const key = randomUUID();
  const keyed = () => send().set('idempotency-key', key);
  const first = keyed()
    .timeout(3_000)
    .then(
      () => undefined,
      () => undefined,
    );
  kill(part);
  await first;
  const responses = await retryUntilAnswered(keyed);
  await restarted(part, before);
  return granted(responses);
}

describe('after a process is killed during a request', () => {
  let publisher: Publisher;
  let plugin: RecordingPlugin;
  let manifest: Manifest;
  let release: string;
  let here: Installed;

  beforeAll(async () => {
    [publisher, plugin] = await Promise.all([newPublisher('killed'), RecordingPlugin.start()]);
    manifest = manifestOf({ id: `ir.${unique('killed')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl });
    release = `/releases/${manifest.id}/${manifest.version}`;
  });
  afterAll(() => plugin.stop());

  it('the catalogue has stored the submission once', async () => {
    expect(await killedMeanwhile('catalogue', () => publisher.api.post('/releases', { manifest }))).toMatchObject({
      status: 'submitted',
    });
    const [{ releases }] = granted(await publisher.api.get('/plugins')).plugins;
    expect(releases).toHaveLength(1);
  });

  it('the review service and the hub gateway publish the release', async () => {
    expect(await killedMeanwhile('review', () => reviewer.post(`${release}/take`))).toMatchObject({
      status: 'in_review',
    });
    expect(
      await killedMeanwhile('hub gateway', () => reviewer.post(`${release}/approve`, { tier: 'verified' })),
    ).toMatchObject({ status: 'approved', tier: 'verified' });
    expect(granted(await retryUntilAnswered(() => operator.post(`${release}/publish`)))).toMatchObject({
      status: 'published',
    });
    expect(granted(await retryUntilAnswered(() => publisher.api.get(release)))).toMatchObject({
      status: 'published',
      review_notes: '',
    });
    await eventually(async () => granted(await admin.get(`/store/${manifest.id}`)), 45_000);
  });

  it('the installation service has installed the plugin once', async () => {
    plugin.respond('/service/lifecycle', responses.hang(), responses.status(200));
    const { installation_id: id } = await killedMeanwhile('installation', () =>
      admin.post('/installations', installBody(manifest)),
    );
    const credentials = await plugin.credentials(id, 45_000);
    here = { id, manifest, credentials, api: pluginApi(credentials) };
    const { items } = granted(await admin.get('/installations?limit=200'));
    expect(items.filter(({ plugin_id }: Body) => plugin_id === manifest.id)).toHaveLength(1);
    // Delivery is killed while the plugin delays its response. A later test checks that delivery repeats the call.
    kill('delivery');
  });

  it('the wallet has charged each of many concurrent requests once', async () => {
    granted(await admin.post(`/installations/${here.id}/wallet/gifts`, { mu: '100' }));
    const before = pidOf('wallet');
    const many = Array.from({ length: 40 }, (_, index) => index);
    const consume = (index: number) =>
      here.api.post('/wallet/consume', { service: 'ocr.page', count: 1 }).set('idempotency-key', `page:${index}`);
    const requests = many.map((index) => retryUntilAnswered(() => consume(index)));
    await requests[0];
    kill('wallet');
    const more = many.map((index) => retryUntilAnswered(() => consume(index + many.length)));
    const answered = await Promise.all([...requests, ...more]);
    expect(new Set(answered.map(verdict))).toEqual(new Set(['201']));
    await restarted('wallet', before);
    expect(granted(await here.api.get('/wallet'))).toMatchObject({
      available: '80',
      held: '0',
      totals: { consumed: '20' },
    });
  });

  it('the workspace has applied the proposal once, and delivery sends the event', async () => {
    const theCase = granted(await admin.post('/cases', { title: 'Killed' }));
    const proposal = granted(
      await here.api.post('/proposals', {
        external_id: 'killed',
        record_type: 'case',
        action: 'update',
        record_id: theCase.id,
        changes: { amount: '5' },
        summary: 'x',
      }),
    );
    expect(await killedMeanwhile('workspace', () => member.post(`/proposals/${proposal.id}/apply`))).toMatchObject({
      status: 'applied',
    });
    expect(granted(await retryUntilAnswered(() => member.get(`/cases/${theCase.id}`)))).toMatchObject({
      amount: '5',
      revision: theCase.revision + 1,
    });
    const before = pidOf('delivery');
    kill('delivery');
    // Longer than the lease of a delivery that was being sent when the process was killed.
    await eventually(() => plugin.events.length > 0, 60_000);
    await restarted('delivery', before);
    const { events } = granted(await retryUntilAnswered(() => here.api.get('/events')));
    expect(events.map(({ data }: Body) => [data.external_id, data.outcome])).toEqual([['killed', 'applied']]);
    expect(new Set(plugin.events.map(({ id }) => id))).toEqual(new Set([events[0].id]));
  });

  it('delivery repeats the `installed` call with the same credentials', async () => {
    await eventually(
      async () =>
        granted(await retryUntilAnswered(() => admin.get(`/installations/${here.id}`))).status === 'installed',
      60_000,
    );
    const calls = plugin.callsTo('/service/lifecycle').map(({ json }) => json);
    expect(calls.length).toBeGreaterThanOrEqual(2);
    expect(new Set(calls.map(({ token }) => token))).toEqual(new Set([here.credentials.token]));
  });

  it('the instance gateway has written the record once', async () => {
    await killedMeanwhile('instance gateway', () => here.api.put('/records/invoice/killed', { data: { number: '1' } }));
    expect(granted(await retryUntilAnswered(() => here.api.get('/records/invoice/killed'))).revision).toBe(1);
    expect(granted(await retryUntilAnswered(() => admin.delete(`/installations/${here.id}`))).status).toBe('removed');
    await plugin.call('/service/lifecycle', ({ json }) => json['event'] === 'removed', 60_000);
  });
});

describe('when a process hangs or stops', () => {
  let publisher: Publisher;
  let plugin: RecordingPlugin;
  let here: Installed;
  let requestTo: Readonly<Record<(typeof services)[number], () => Test>>;

  beforeAll(async () => {
    [publisher, plugin] = await Promise.all([newPublisher('hanging'), RecordingPlugin.start()]);
    here = await installed(
      publisher,
      plugin,
      manifestOf({ id: `ir.${unique('hanging')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl }),
    );
    requestTo = {
      catalogue: () => publisher.api.get('/plugins'),
      review: () => operator.get('/reviews'),
      installation: () => here.api.get('/installation'),
      wallet: () => here.api.get('/wallet'),
      workspace: () => here.api.get('/records/invoice'),
      delivery: () => here.api.get('/events'),
    };
    granted(await admin.post(`/installations/${here.id}/wallet/gifts`, { mu: '10' }));
  });
  afterAll(() => plugin.stop());

  const timed = async (send: () => Test) => {
    const since = performance.now();
    const answered = await send();
    return { answered, ms: performance.now() - since };
  };
  /** For up to two seconds the gateway answers `GET /installation` itself (docs/adr/0024-leases-at-the-gateways.md). */
  const leasesEnded = () => eventually(async () => verdict(await requestTo.installation()) !== '200', 60_000);
  const everythingAnswers = async (): Promise<void> => {
    for (const service of services) expect(verdict(await retryUntilAnswered(requestTo[service]))).toBe('200');
  };
  const settle = async (external_id: string): Promise<void> => {
    const proposal = granted(
      await retryUntilAnswered(() =>
        here.api.post('/proposals', {
          external_id,
          record_type: 'case',
          action: 'create',
          changes: { title: external_id },
          summary: 'x',
        }),
      ),
    );
    granted(
      await retryUntilAnswered(() =>
        member.post(`/proposals/${proposal.id}/apply`).set('idempotency-key', `apply:${proposal.id}`),
      ),
    );
    await eventually(() => plugin.events.some(({ data }) => (data as Body).external_id === external_id), 60_000);
  };

  it('a request to a hanging service gets 503 with the name of that service within the deadline', async () => {
    const behind = ['review', 'wallet', 'workspace', 'delivery'] as const;
    const inFront = ['catalogue', 'installation'] as const;
    const answered = await whileStopped(behind.map(pidOf), async () => {
      const pending = behind.map((service) => timed(requestTo[service]));
      // The services have cached the callers' credentials by now, so each of these requests waits for one hanging
      // service only.
      for (const service of [...inFront, ...inFront]) expect(verdict(await requestTo[service]())).toBe('200');
      return whileStopped(inFront.map(pidOf), async () => {
        await leasesEnded();
        return Promise.all([...pending, ...inFront.map((service) => timed(requestTo[service]))]);
      });
    });
    [...behind, ...inFront].forEach((service, index) => {
      const { answered: refused, ms } = answered[index]!;
      expectUnavailable(refused);
      expect([refused.body.code, refused.body.params]).toEqual(['service.unavailable', { service }]);
      expect(ms).toBeLessThan(NOTICED_WITHIN_MS);
    });
    await everythingAnswers();
  });

  it('requests get 503 in time while PostgreSQL hangs, and a retried charge takes effect once', async () => {
    const consume = () =>
      here.api.post('/wallet/consume', { service: 'ocr.page', count: 4 }).set('idempotency-key', 'meanwhile');
    const pids = familyOf(await postmaster());
    const answered = await whileStopped(pids, async () => {
      await leasesEnded();
      return Promise.all([timed(consume), ...services.map((service) => timed(requestTo[service]))]);
    });
    for (const { answered: refused, ms } of answered) {
      expectUnavailable(refused);
      expect(ms).toBeLessThan(NOTICED_WITHIN_MS);
    }
    await everythingAnswers();
    expect(verdict(await retryUntilAnswered(consume))).toBe('201');
    expect(granted(await here.api.get('/wallet')).totals.consumed).toBe('1');
  });

  it('PostgreSQL restarts without data loss', async () => {
    const before = granted(await here.api.get('/wallet')).totals;
    process.kill(await postmaster(), 'SIGINT');
    // Both at the same time, because PostgreSQL may run again before a second request.
    await eventually(async () => {
      for (const refused of await Promise.all([requestTo.wallet(), requestTo.catalogue()])) expectUnavailable(refused);
      return true;
    });
    await everythingAnswers();
    expect(granted(await here.api.get('/wallet')).totals).toEqual(before);
    await settle('after PostgreSQL');
  });

  it('services publish facts again after NATS is killed', async () => {
    process.kill(natsPid(), 'SIGKILL');
    const { answered, ms } = await timed(requestTo.wallet);
    expectUnavailable(answered);
    expect(ms).toBeLessThan(NOTICED_WITHIN_MS);
    await everythingAnswers();
    await settle('after NATS');
  });
});

describe("a service's schema", () => {
  it('cannot be read with the database role of another service', async () => {
    const tables = await withDatabase('postgres', async (client) => {
      const { rows } = await client.query<{ schema: string; name: string }>(
        'select schemaname as schema, tablename as name from pg_tables where schemaname = any($1)',
        [services],
      );
      return rows;
    });
    expect(new Set(tables.map(({ schema }) => schema))).toEqual(new Set(services));
    for (const role of services) {
      await withDatabase(role, async (client) => {
        for (const { schema, name } of tables) {
          const read = client.query(`select 1 from ${schema}."${name}" limit 1`);
          if (schema === role) await read;
          else await expect(read).rejects.toThrow(`permission denied for schema ${schema}`);
        }
      });
    }
  });
});
