import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FactContext } from '@kushk/broker';
import { installation, type JsonObject, type ReleaseStatusChangedV1 } from '@kushk/contracts';
import { canonicalDigest } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { hubKey, manifestOf, reviewerKey, statusChanged, untrustedKey } from '../../../test/hub.js';
import { InstallationHarness } from '../../../test/installation-harness.js';
import { statusStatementKey, statusStatementStream } from '../../status-statement/status-statement.js';
import { listingKey, listingStream } from '../listing.js';
import { OnReleaseStatusChangedHandler } from '../on-release-status-changed/on-release-status-changed.handler.js';
import { OnReleaseSuspendedHandler } from '../on-release-suspended/on-release-suspended.handler.js';

const harness = new InstallationHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const listingFacts = (id: string) => harness.events.history(streamRef(listingStream, listingKey(id, '1.0.0')));
const statementFacts = (id: string, version: string) =>
  harness.events.history(streamRef(statusStatementStream, statusStatementKey(id, version, 'hub')));

describe('a release of the hub', () => {
  it('is listed once when its publication is delivered twice', async () => {
    await harness.publish('ir.acme.listed');
    expect((await listingFacts('ir.acme.listed')).map(({ type }) => type)).toEqual(['ListingAccepted']);
    const request = { organisation_id: 'org_1', plugin_id: 'ir.acme.listed' };
    const listing = await harness.service.reply(installation.getListing, request);
    expect(listing).toMatchObject({ version: '1.0.0', tier: 'verified', publisher: 'acme', installation_id: null });
  });

  it('shows where it comes from when its approval does, and nothing of a mere digest', async () => {
    const shown = { issuer: 'https://ci.example', claims: { repository: 'acme/invoices', sha: 'f00d' } };
    const digest = `sha256:${'a'.repeat(64)}`;
    for (const [id, provenance] of [
      ['ir.acme.shown', { digest, shown }],
      ['ir.acme.hidden', { digest, shown: null }],
    ] as const) {
      await harness.receive(statusChanged(manifestOf(id, '1.0.0'), { status: 'published', sequence: 1, provenance }));
      const listing = await harness.service.reply(installation.getListing, {
        organisation_id: 'org_1',
        plugin_id: id,
        version: null,
      });
      expect(listing.provenance).toEqual(provenance.shown);
    }
  });

  it.each([
    ['published with an untrusted key', 'ir.acme.forged', { hub: untrustedKey }],
    ['approved with an untrusted key', 'ir.acme.unapproved', { reviewer: untrustedKey }],
    ['approved with the key of the hub', 'ir.acme.self.approved', { reviewer: hubKey }],
    ['published with the key of a reviewer', 'ir.acme.self.published', { hub: reviewerKey }],
  ])('is not listed when it is %s, and other releases stay listed', async (_case, forged, signers) => {
    await harness.publish('ir.acme.untouched');
    const manifest = manifestOf(forged, '1.0.0');
    await harness.receive(statusChanged(manifest, { status: 'published', sequence: Date.now(), ...signers }));
    expect(await harness.isListed(forged)).toBe(false);
    expect(await harness.isListed('ir.acme.untouched')).toBe(true);
  });

  it('is not listed when its manifest differs from the signed one', async () => {
    const genuine = statusChanged(manifestOf('ir.acme.changed', '1.0.0'), { status: 'published', sequence: 1 });
    const manifest = manifestOf('ir.acme.changed', '1.0.0', { base_url: 'https://evil.example' });
    await harness.receive({ ...genuine, manifest });
    expect((await harness.listingOf('ir.acme.changed')).status).toBe('absent');
    await harness.receive(genuine);
    expect((await harness.listingOf('ir.acme.changed')).status).toBe('listed');
  });

  it('is rejected when the instance does not support its plugin API', async () => {
    await harness.publish('ir.acme.newer', { plugin_api: '2.0' });
    expect(await harness.isListed('ir.acme.newer')).toBe(false);
    expect(await listingFacts('ir.acme.newer')).toMatchObject([
      {
        type: 'ListingRefused',
        data: { problems: [{ code: 'plugin_api.incompatible', path: '/plugin_api' }] },
      },
    ]);
  });
});

describe('a status statement', () => {
  it.each<[string, Partial<ReleaseStatusChangedV1>]>([
    ['status', { status: 'withdrawn' }],
    ['version', { version: '1.1.0' }],
    ['plugin', { plugin_id: 'ir.acme.other' }],
    ['sequence', { sequence: 7 }],
  ])('is rejected when its %s differs from the signed one', async (_case, changes) => {
    const manifest = manifestOf('ir.acme.claimed', '1.0.0');
    await harness.receive(statusChanged(manifest, { status: 'published', sequence: 1 }));
    const claimed = { ...statusChanged(manifest, { status: 'published', sequence: 2 }), ...changes };
    await harness.receive(claimed);
    expect((await harness.listingOf('ir.acme.claimed')).status).toBe('listed');
    expect((await statementFacts(claimed.plugin_id, claimed.version)).at(-1)).toMatchObject({
      type: 'StatementRefused',
      data: { problems: [{ code: 'statement.unsigned' }] },
    });
  });

  it('is rejected when a hostile broker replays it', async () => {
    const manifest = manifestOf('ir.acme.replayed', '1.0.0');
    const published = statusChanged(manifest, { status: 'published', sequence: 1 });
    const suspended = statusChanged(manifest, { status: 'suspended', sequence: 2 });
    for (const change of [published, suspended, published, { ...published, sequence: 9 }])
      await harness.receive(change);
    expect((await harness.listingOf('ir.acme.replayed')).status).toBe('suspended');
    const facts = await statementFacts('ir.acme.replayed', '1.0.0');
    expect(
      facts.map((fact) => [
        fact.type,
        fact.type === 'StatementRefused' ? fact.data.problems[0]?.code : fact.data.sequence,
      ]),
    ).toEqual([
      ['StatusAccepted', 1],
      ['StatusApplied', 1],
      ['StatusAccepted', 2],
      ['StatusApplied', 2],
      ['StatementRefused', 'statement.stale'],
      ['StatementRefused', 'statement.unsigned'],
    ]);
  });

  it('is accepted after a statement with a higher sequence for another version of the plugin', async () => {
    for (const [version, sequence] of [
      ['2.0.0', 2],
      ['1.0.0', 1],
    ] as const) {
      const manifest = manifestOf('ir.acme.order', version);
      await harness.receive(statusChanged(manifest, { status: 'published', sequence }));
    }
    expect((await harness.listingOf('ir.acme.order')).status).toBe('listed');
    const request = { organisation_id: 'org_1', plugin_id: 'ir.acme.order' };
    expect(await harness.service.reply(installation.getListing, request)).toMatchObject({ version: '2.0.0' });
  });
});

describe('a release that a developer publishes on this instance', () => {
  const consent = { scopes: ['records.own', 'wallet.consume'], base_url: 'http://localhost:9000' };
  const local = (id: string, more: JsonObject = {}) =>
    manifestOf(id, '1.0.0', { base_url: 'http://localhost:9000', ...more });
  const publish = (manifest: JsonObject) =>
    harness.service.outcomeCode(installation.publishForDevelopment, { manifest, by: 'per_1' });
  const toolsOf = async (organisation_id: string) => {
    const page = { organisation_id, limit: 50, cursor: null };
    return (await harness.service.reply(installation.listTools, page)).items.map(({ name }) => name);
  };
  const tool = (name: string) => ({ name, description: 'Finds', input_schema: { type: 'object' } });

  it('is listed without a review', async () => {
    const { service } = harness;
    const manifest = local('ir.acme.local');
    const request = { manifest, by: 'per_1', idempotency: harness.idempotency() };
    const first = await service.request(installation.publishForDevelopment, request);
    expect(first).toMatchObject({ replayed: false, reply: { plugin_id: 'ir.acme.local', tier: 'private' } });
    expect(await service.request(installation.publishForDevelopment, request)).toEqual({ ...first, replayed: true });
    expect(await service.request(installation.publishForDevelopment, { manifest, by: 'per_1' })).toEqual(first);
    expect(await publish({ ...manifest, version: '1' })).toBe('catalogue.manifest_invalid');
    expect(await publish({ ...manifest, plugin_api: '1.99' })).toBe('catalogue.manifest_invalid');
  });

  it('can be published again with other content, which its installations follow', async () => {
    const id = 'ir.acme.republished';
    expect(await publish(local(id))).toBe('accepted');
    const installed = await harness.install(id, 'org_dev', { consent });
    await harness.service.reply(installation.readCredentials, installed);
    const names = ['find_invoice'];
    for (const added of ['one', 'two']) {
      names.push(added);
      expect(await publish(local(id, { tools: names.map(tool) }))).toBe('accepted');
      expect((await toolsOf('org_dev')).sort()).toEqual(names);
    }
    const scopes = { 'records.own': 'Keeps', 'wallet.consume': 'Sells', 'cases.read': 'Finds' };
    expect(await publish(local(id, { scopes }))).toBe('accepted');
    expect(await harness.service.reply(installation.getInstallation, installed)).toMatchObject({
      version: '1.0.0',
      version_pending: '1.0.0',
      status: 'consent_pending',
    });
    expect((await toolsOf('org_dev')).sort()).toEqual(names);
    const consented = { ...installed, version: '1.0.0', plan: null, settings: null };
    expect(
      await harness.service.reply(installation.consentToVersion, {
        ...consented,
        consent: { ...consent, scopes: Object.keys(scopes) },
      }),
    ).toMatchObject({ status: 'installed', scopes: Object.keys(scopes) });
  });

  it('is replaced by the release of the same version that the hub signed, which the instance reports as accepted', async () => {
    const id = 'ir.acme.replaced';
    expect(await publish(local(id, { tools: [tool('draft')] }))).toBe('accepted');
    const installed = await harness.install(id, 'org_replaced', { consent });
    await harness.service.reply(installation.readCredentials, installed);

    const signed = manifestOf(id, '1.0.0', {
      base_url: 'http://localhost:9000',
      tools: [tool('draft'), tool('reviewed')],
    });
    await harness.receive(statusChanged(signed, { status: 'published', sequence: 1 }));
    expect(await harness.listingOf(id)).toMatchObject({
      status: 'listed',
      source: 'hub',
      tier: 'verified',
      manifestDigest: canonicalDigest(signed),
    });
    const request = { organisation_id: 'org_replaced', plugin_id: id, version: null };
    expect(await harness.service.reply(installation.getListing, request)).toMatchObject({ manifest: signed });
    expect((await toolsOf('org_replaced')).sort()).toEqual(['draft', 'reviewed']);
    const { state } = await harness.events.load(
      streamRef(statusStatementStream, statusStatementKey(id, '1.0.0', 'hub')),
    );
    expect(state).toEqual({ sequence: 1, appliedSequence: 1 });
    expect(await publish(local(id, { tools: [tool('again')] }))).toBe('catalogue.version_exists');
  });
});

describe('a rebuild from the log', () => {
  it('produces the same state and views as the live service', async () => {
    expect((await harness.rebuild()).differences).toEqual([]);
  });
});

describe('the suspension of a release', () => {
  it('is in force before its installations are suspended one by one', async () => {
    const { service } = harness;
    const manifest = await harness.publish('ir.acme.emergency');
    const ref = await harness.install('ir.acme.emergency', 'org_e');
    await service.reply(installation.readCredentials, ref);
    const change = statusChanged(manifest, { status: 'suspended', sequence: 2 });
    const fact: FactContext = {
      scope: 'hub',
      eventId: 'evt_emergency',
      streamId: 'release-ir.acme.emergency@1.0.0',
      type: '',
      at: new Date(),
      sequence: 1,
    };
    await service.app.get(OnReleaseSuspendedHandler).react(change, fact);

    expect(await harness.statusOf(ref)).toBe('suspended');
    const lookup = { token_hash: null, installation_id: ref.installation_id };
    const { results } = await service.reply(installation.authenticateTokens, { tokens: [lookup] });
    expect(results).toMatchObject([{ installation: { status: 'suspended' } }]);
    const page = { organisation_id: 'org_e', limit: 50, cursor: null };
    expect((await service.reply(installation.listTools, page)).items).toEqual([]);
    expect((await service.reply(installation.listPages, page)).items).toEqual([]);
    const person = { person_id: 'per_1', session_id: 'pss_1' };
    const call = { ...ref, ...person, tool: 'find_invoice', arguments: { number: '7' } };
    expect(await service.outcomeCode(installation.prepareToolCall, call)).toBe('installation.suspended');
    expect(await harness.factTypesOf(ref)).not.toContain('InstallationSuspended');

    await service.app.get(OnReleaseStatusChangedHandler).react(change, fact);
    expect((await harness.factTypesOf(ref)).at(-1)).toBe('InstallationSuspended');
    const statements = await statementFacts('ir.acme.emergency', '1.0.0');
    expect(statements.map(({ type }) => type)).toEqual([
      'StatusAccepted',
      'StatusApplied',
      'StatusAccepted',
      'StatusApplied',
    ]);
  });
});
