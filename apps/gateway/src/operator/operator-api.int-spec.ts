import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, catalogueUsage, hubClock, instanceGateway, review } from '@kushk/contracts';
import { eventually, httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { accepted, refused } from '../../test/outcomes.js';
import { signedIn, startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

describe('the operator API', () => {
  let gateway: GatewayUnderTest;
  let reviewer: HttpClient;

  beforeAll(async () => {
    gateway = await startGateway('hub');
    await gateway.services.respond(catalogue.authenticateStaff, ({ subject }) =>
      subject === 'mallory'
        ? refused('auth.role_missing')
        : accepted({ subject, roles: [subject === 'cashier' ? 'billing' : 'reviewer'], name: subject }),
    );
    await gateway.services.respond(catalogue.getReleaseForStaff, ({ plugin_id, after_review }) =>
      plugin_id === 'ir.absent'
        ? refused('catalogue.release_not_found')
        : plugin_id === 'ir.gone'
          ? accepted({ plugin_id, status: 'withdrawn' } as never)
          : accepted({
              plugin_id,
              status: after_review === undefined ? 'submitted' : 'in_review',
              seen: after_review ?? null,
            } as never),
    );
    reviewer = await signedIn(gateway, 'reviewer');
  });
  afterAll(() => gateway.stop());

  it("returns the catalogue's state of the release after a review command", async () => {
    const end = await gateway.services.respond(review.takeReview, ({ plugin_id, version, by }) =>
      accepted({
        plugin_id,
        version,
        names: {},
        taken_by: by,
        taken_by_name: by,
        status: 'in_review',
        requested_tier: '',
        submitted_at: '',
        publisher_id: 'acme',
        kind: 'external',
        diff_class: null,
        revision: 3,
      }),
    );
    const { status, json } = await reviewer('/operator/v1/releases/ir.acme.a/1.0.0/take', { method: 'POST' });
    await end();
    expect([status, json]).toEqual([200, { plugin_id: 'ir.acme.a', status: 'in_review', seen: 3 }]);
    expect(gateway.services.requestsOf(review.takeReview)).toEqual([
      { plugin_id: 'ir.acme.a', version: '1.0.0', by: 'reviewer' },
    ]);
  });

  it('adds up what the containers of a version were denied, and counts an instance that reports it wrongly as silent', async () => {
    const path = '/operator/v1/releases/ir.acme.a/1.0.0/denied_attempts';
    const instances = await gateway.services.respond(catalogue.listInstances, () =>
      accepted({ items: [{ id: 'i1' }], next_cursor: null } as never),
    );
    const item = { host: '*.acme.ir', port: 443, protocol: 'tcp', count: 3, last_on: '2026-11-20' } as const;
    const valid = await gateway.services.respond(instanceGateway.deniedAttempts, () => accepted({ items: [item] }));
    expect((await reviewer(path)).json).toEqual({
      denied: [{ ...item, instances: 1 }],
      instances: { answered: 1, silent: 0 },
    });
    expect(gateway.services.requestsOf(instanceGateway.deniedAttempts)).toEqual([
      { plugin_id: 'ir.acme.a', version: '1.0.0' },
    ]);
    await valid();
    const invalid = await gateway.services.respond(instanceGateway.deniedAttempts, () =>
      accepted({ items: [{ ...item, host: 'a <b>' }] }),
    );
    expect((await reviewer(path)).json).toEqual({ denied: [], instances: { answered: 0, silent: 1 } });
    await invalid();
    await instances();
    expect(statusAndCode(await reviewer('/operator/v1/releases/ir.absent/1.0.0/denied_attempts'))).toBe(
      '404 catalogue.release_not_found',
    );
  });

  it('returns 404 for an absent release without sending a request to the review service', async () => {
    expect(statusAndCode(await reviewer('/operator/v1/releases/ir.absent/1.0.0/take', { method: 'POST' }))).toBe(
      '404 catalogue.release_not_found',
    );
  });

  it.each([
    ['take', 'in_review', {}],
    ['give_back', 'submitted', {}],
    ['approve', 'approved', { tier: 'verified' }],
    ['request-changes', 'in_review', { notes: 'Why?' }],
    ['reject', 'rejected', { notes: 'No' }],
  ])(
    "rejects the command %s for a release that has left review, with the release's status in the catalogue",
    async (verb, to, json) => {
      const response = await reviewer(`/operator/v1/releases/ir.gone/1.0.0/${verb}`, { json });
      expect([statusAndCode(response), response.json['params']]).toEqual([
        '409 catalogue.transition_invalid',
        { from: 'withdrawn', to, allowed: [] },
      ]);
    },
  );

  it('repeats the reply to an earlier command, but rejects a new command after the release left review', async () => {
    const inReview = {
      plugin_id: 'ir.gone',
      version: '1.0.0',
      names: {},
      taken_by: 'reviewer',
      taken_by_name: 'Rita',
      status: 'in_review',
      requested_tier: '',
      submitted_at: '',
      publisher_id: 'acme',
      kind: 'external',
      diff_class: null,
      revision: 1,
    } as const;
    const take = () =>
      reviewer('/operator/v1/releases/ir.gone/1.0.0/take', {
        method: 'POST',
        headers: { 'idempotency-key': 'take:gone' },
      });
    const before = await gateway.services.respond(review.takeReview, () => accepted(inReview, true));
    expect(await take()).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
    await before();
    const now = await gateway.services.respond(review.takeReview, () => accepted(inReview));
    expect(statusAndCode(await take())).toBe('409 catalogue.transition_invalid');
    await now();
  });

  it('returns the usage for settlement to the role billing only, as JSON and CSV without formulas', async () => {
    const counts = {
      mu_consumed: '2.5',
      mu_purchased: '0',
      mu_gifted: '50',
      mu_reversed: '0',
      mu_revoked: '0',
      proposals_applied: 1,
      proposals_rejected: 0,
    };
    const ends = [
      await gateway.services.respond(catalogueUsage.listSettlementUsage, ({ cursor }) =>
        accepted({
          items: [
            {
              publisher_id: cursor ?? 'acme',
              name: '=HYPERLINK("x")',
              open_instances: 0,
              plugins: [
                { plugin_id: 'ir.acme.a', ...counts },
                { plugin_id: 'ir.acme.b', ...counts },
              ],
            },
          ],
          next_cursor: cursor === null ? 'beta' : null,
        }),
      ),
    ];
    const cashier = await signedIn(gateway, 'cashier');
    expect(statusAndCode(await reviewer('/operator/v1/usage?month=2022-03'))).toBe('403 auth.role_missing');
    const { json } = await cashier('/operator/v1/usage?month=2022-03');
    expect(json).toMatchObject({
      month: '2022-03',
      publishers: [
        { publisher_id: 'acme', partial: false, final: true, totals: { mu_consumed: '5', proposals_applied: 2 } },
        { publisher_id: 'beta' },
      ],
    });
    const { text } = await cashier('/operator/v1/usage?month=2022-03&format=csv');
    for (const end of ends) await end();
    expect(text.split('\r\n').slice(1, 3)).toEqual([
      `2022-03,true,false,publisher,acme,"'=HYPERLINK(""x"")",,5,0,100,2,0,0,0`,
      `2022-03,true,false,plugin,acme,"'=HYPERLINK(""x"")",ir.acme.a,2.5,0,50,1,0,0,0`,
    ]);
  });

  it('returns the error parameters of a rejected transition', async () => {
    const params = { from: 'rejected', to: 'approved', allowed: [] };
    const end = await gateway.services.respond(review.approveRelease, () =>
      refused('catalogue.transition_invalid', params),
    );
    const response = await reviewer('/operator/v1/releases/ir.acme.a/1.0.0/approve', { json: { tier: 'verified' } });
    await end();
    expect([statusAndCode(response), response.json['params']]).toEqual(['409 catalogue.transition_invalid', params]);
  });

  it('rejects a reviewer on operations that require the operator role', async () => {
    expect(statusAndCode(await reviewer('/operator/v1/publishers', { json: { id: 'acme', name: 'Acme' } }))).toBe(
      '403 auth.role_missing',
    );
    expect(
      statusAndCode(await reviewer('/operator/v1/releases/ir.acme.a/1.0.0/suspend', { json: { reason: 'x' } })),
    ).toBe('403 auth.role_missing');
  });

  it('requires notes to reject a release and a tier to approve one', async () => {
    expect(statusAndCode(await reviewer('/operator/v1/releases/ir.acme.a/1.0.0/reject', { json: {} }))).toBe(
      '422 request.invalid',
    );
    expect(
      statusAndCode(await reviewer('/operator/v1/releases/ir.acme.a/1.0.0/approve', { json: { tier: 'gold' } })),
    ).toBe('422 request.invalid');
  });

  it('serves the status of health, the manifest schema, error codes and public keys without authentication', async () => {
    const anyone = httpClient(gateway.port);
    await gateway.services.respond(catalogue.signingKeys, () => accepted({ keys: [{ kid: 'hub' }] }));
    await gateway.services.respond(review.signingKeys, () => accepted({ keys: [{ kid: 'review' }] }));
    await gateway.services.respond(catalogue.instanceKeys, () => accepted({ keys: [{ kid: 'i1' }] }));
    for (let requested = 0; requested < 3; requested += 1)
      expect((await anyone('/.well-known/jwks.json')).json).toEqual({
        keys: [{ kid: 'hub' }, { kid: 'review' }, { kid: 'i1' }],
      });
    expect(gateway.services.requestsOf(catalogue.instanceKeys).length).toBe(1);
    expect((await anyone('/health/live')).status).toBe(200);
    const clock = { now: new Date().toISOString(), ahead_seconds: 0 };
    await gateway.services.respond(hubClock.getClock, () => accepted(clock));
    await eventually(async () => (await anyone('/health/ready')).json['status'] === 'ready');
    expect(statusAndCode(await anyone('/metrics'))).toBe('404 route.not_found');
    expect((await anyone('/errors/wallet.busy')).json).toMatchObject({ code: 'wallet.busy', status: 503 });
    expect(statusAndCode(await anyone('/errors/nothing.like_it'))).toBe('404 code.not_found');
    expect((await anyone('/schemas/plugin-manifest/1.json')).json['$schema']).toBe(
      'https://json-schema.org/draft/2020-12/schema',
    );
  });
});
