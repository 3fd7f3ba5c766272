/** From the token of a CI job to the store of an instance, for the claims of three CI systems. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  catalogue,
  catalogueTrusts,
  installation,
  review,
  type DsseEnvelope,
  type Provenance,
  type ReleaseResource,
  type TrustResource,
} from '@kushk/contracts';
import { canonicalDigest, openApproval, publicJwk } from '@kushk/credentials';
import { eventually, httpClient, statusAndCode } from '@kushk/testing';
import { forgejo, github, gitlab } from '../../../catalogue/test/ci-claims.js';
import { startTokenIssuer, type TokenIssuer } from '../hub/token-issuer.js';
import { startFleet, type FleetHarness } from './fleet-harness.js';

const AUDIENCE = 'https://hub.example';
/** The claims of each system, and the patterns with which docs/publishing.md trusts it. */
const systems = {
  github: {
    claims: github,
    patterns: { repository: 'acme/invoices', repository_id: '74', ref: 'refs/heads/main' },
    run: { run_id: '43', workflow: 'release' },
  },
  gitlab: {
    claims: gitlab,
    patterns: { project_path: 'acme/team/invoices', project_id: '20', ref_path: 'refs/heads/main' },
    run: { pipeline_id: '574', ci_config_ref_uri: gitlab.ci_config_ref_uri },
  },
  forgejo: {
    claims: forgejo,
    patterns: { repository: 'acme/invoices', ref: 'refs/heads/main' },
    run: { run_id: '43', workflow: 'release.yml' },
  },
} as const;
type System = keyof typeof systems;

let fleet: FleetHarness;
let issuers: Readonly<Record<System, TokenIssuer>>;

beforeAll(async () => {
  issuers = {
    github: await startTokenIssuer(),
    gitlab: await startTokenIssuer(),
    forgejo: await startTokenIssuer('/api/actions'),
  };
  fleet = await startFleet({ i1: '1.0' }, { usage: true });
  await fleet.hub.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
});
afterAll(async () => {
  await fleet?.stop();
  for (const issuer of Object.values(issuers ?? {})) await issuer.stop();
});

const manifestOf = (id: string) => ({
  schema: '1',
  id,
  version: '1.0.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices' },
  base_url: 'https://plugin.acme.ir',
});

const addTrust = (system: System, plugin_id: string, isPublic: boolean): Promise<TrustResource> =>
  fleet.hub.request(catalogueTrusts.addTrust, {
    publisher_id: 'acme',
    issuer: issuers[system].issuer,
    audience: AUDIENCE,
    claims: systems[system].patterns,
    plugin_id,
    scopes: ['read', 'submit'],
    public: isPublic,
    expires_at: null,
  });

/** What a CI job does: exchanges the token of its system, and submits with the key. */
async function submitFrom(system: System, trust: TrustResource) {
  const now = Math.floor(Date.now() / 1_000);
  const { iss: _, ...claims } = systems[system].claims;
  const { issuer, sign } = issuers[system];
  // A token of Forgejo has no `jti`.
  const own = 'jti' in claims ? { jti: randomUUID() } : {};
  const token = await sign({ ...claims, ...own, iss: issuer, aud: AUDIENCE, iat: now, exp: now + 300 });
  const port = fleet.hub.gateway.port();
  const exchanged = await httpClient(port)('/oidc/exchange', { json: { trust: trust.id, token } });
  expect(statusAndCode(exchanged)).toBe('201 undefined');
  const developer = httpClient(port, { authorization: `Bearer ${exchanged.json['key'] as string}` });
  const submitted = await developer('/developer/v1/releases', { json: { manifest: manifestOf(trust.plugin_id) } });
  expect(statusAndCode(submitted)).toBe('201 undefined');
  return { developer, release: submitted.json as unknown as ReleaseResource };
}

async function approve({ plugin_id, version }: Pick<ReleaseResource, 'plugin_id' | 'version'>): Promise<void> {
  const { hub, instances } = fleet;
  const of = { plugin_id, version, by: 'rita' };
  const isWaiting = async () =>
    (await hub.request(review.listReviews, { status: 'submitted', limit: 100, cursor: null })).items.some(
      (item) => item.plugin_id === plugin_id,
    );
  await eventually(isWaiting);
  await hub.request(review.takeReview, of);
  await hub.request(review.approveRelease, { ...of, tier: 'verified', notes: '', publish: true });
  await eventually(
    async () => (await instances[0]!.query('select from listings where plugin_id = $1', [plugin_id])).length === 1,
  );
}

const signedProvenance = (signature: DsseEnvelope | null) =>
  openApproval({ keys: [publicJwk(fleet.signingKeys.review)] }, signature)?.provenance;
const inStore = async (plugin_id: string) =>
  (await fleet.instances[0]!.request(installation.getListing, { organisation_id: 'org_1', plugin_id, version: null }))
    .provenance;

describe('the provenance of a release', () => {
  it.each(Object.keys(systems) as System[])('goes with a job of %s from its token to the store', async (system) => {
    const plugin_id = `ir.acme.${system}`;
    const trust = await addTrust(system, plugin_id, true);
    const { developer, release } = await submitFrom(system, trust);
    const { claims, patterns, run } = systems[system];
    const expected = {
      trust_id: trust.id,
      issuer: issuers[system].issuer,
      claims: expect.objectContaining({ ...patterns, ...run, sha: claims.sha }),
      public: true,
    };
    expect(release.provenance).toEqual(expected);
    const provenance = release.provenance as Provenance;
    expect(JSON.stringify(provenance)).not.toMatch(/octocat|sample-user|user1/);
    const of = { plugin_id, version: '1.0.0' };
    expect((await fleet.hub.request(catalogue.getReleaseForStaff, of)).provenance).toEqual(provenance);
    await approve(release);
    const { json: approved } = await developer(`/developer/v1/releases/${plugin_id}/1.0.0`);
    const { issuer } = provenance;
    expect(approved).toMatchObject({ status: 'published', provenance });
    const shown = { issuer, claims: provenance.claims };
    expect(signedProvenance(approved['signature'] as DsseEnvelope)).toEqual({
      digest: canonicalDigest(provenance),
      shown,
    });
    expect(await inStore(plugin_id)).toEqual(shown);
  });

  it('reaches no instance when its trust is not public', async () => {
    const { release } = await submitFrom('github', await addTrust('github', 'ir.acme.quiet', false));
    await approve(release);
    const { signature, provenance } = await fleet.hub.request(catalogue.getReleaseForStaff, release);
    expect(provenance).toMatchObject({ public: false, claims: { sha: github.sha } });
    expect(signedProvenance(signature)).toEqual({ digest: canonicalDigest(provenance), shown: null });
    const facts = await fleet.instances[0]!.query<{ data: string }>(
      "select data::text as data from log_events where stream_id like 'listing-ir.acme.quiet%'",
    );
    expect(facts.length).toBeGreaterThan(0);
    expect(JSON.stringify([signature, facts])).not.toContain(github.sha);
    expect(Buffer.from(signature!.payload, 'base64').toString()).not.toContain(github.sha);
    expect(await inStore('ir.acme.quiet')).toBeNull();
  });

  it('is null for a release that was submitted with a stored key', async () => {
    const { secret } = await fleet.hub.request(catalogue.issueKey, {
      publisher_id: 'acme',
      label: 'laptop',
      expires_at: null,
    });
    const developer = httpClient(fleet.hub.gateway.port(), { authorization: `Bearer ${secret!}` });
    const { json } = await developer('/developer/v1/releases', { json: { manifest: manifestOf('ir.acme.by.hand') } });
    expect(json).toMatchObject({ status: 'submitted', provenance: null });
    await approve(json as unknown as ReleaseResource);
    const { signature } = await fleet.hub.request(catalogue.getReleaseForStaff, json as unknown as ReleaseResource);
    expect(signedProvenance(signature)).toBeNull();
    expect(await inStore('ir.acme.by.hand')).toBeNull();
  });

  it('ends with its trust: a key that was exchanged submits nothing after that', async () => {
    const trust = await addTrust('gitlab', 'ir.acme.ended', true);
    const { developer } = await submitFrom('gitlab', trust);
    await fleet.hub.request(catalogueTrusts.endTrust, { publisher_id: 'acme', trust_id: trust.id });
    const manifest = { ...manifestOf('ir.acme.ended'), version: '1.0.1' };
    expect(statusAndCode(await developer('/developer/v1/releases', { json: { manifest } }))).toBe(
      '401 auth.publisher_key_invalid',
    );
  });
});
