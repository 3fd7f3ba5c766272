/** From the token of a CI job, with the command, to the store of an instance, for the claims of three CI systems. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { startTokenIssuer, type TokenIssuer } from '@kushk/testing/token-issuer';
import { github, gitlab, newerForgejo as forgejo } from '../../../catalogue/test/ci-claims.js';
import { startFleet, type FleetHarness } from './fleet-harness.js';

const COMMAND = new URL('../../../cli/dist/kushk.mjs', import.meta.url).pathname;
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
    patterns: { repository: 'acme/invoices', repository_id: '74', ref: 'refs/heads/main' },
    run: { run_id: '43', workflow: 'release.yml' },
  },
} as const;
type System = keyof typeof systems;

let fleet: FleetHarness;
let issuers: Readonly<Record<System, TokenIssuer>>;
/** A key without limits that the operator issued. */
let storedKey: string;

beforeAll(async () => {
  issuers = {
    github: await startTokenIssuer(),
    gitlab: await startTokenIssuer(),
    forgejo: await startTokenIssuer('/api/actions'),
  };
  fleet = await startFleet({ i1: '1.0' }, { usage: true });
  await fleet.hub.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
  const toIssue = { publisher_id: 'acme', label: 'laptop', expires_at: null };
  storedKey = (await fleet.hub.request(catalogue.issueKey, toIssue)).secret!;
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
    audience: hubAddress(),
    claims: systems[system].patterns,
    plugin_id,
    scopes: ['read', 'submit'],
    public: isPublic,
    expires_at: null,
  });

const hubAddress = (): string => `http://127.0.0.1:${fleet.hub.gateway.port()}`;

/** Signs a token for a job that starts now. */
function newToken(system: System): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const { iss: _, ...claims } = systems[system].claims;
  const { issuer, sign } = issuers[system];
  // A token of Forgejo has no `jti`.
  const own = 'jti' in claims ? { jti: randomUUID() } : {};
  return sign({ ...claims, ...own, iss: issuer, aud: hubAddress(), iat: now, exp: now + 300 });
}

/** Runs `kushk` as a job of this system does. A key that works is stored on the runner, too. */
async function runJob(
  system: System,
  args: readonly string[],
  job: { readonly token?: string; readonly manifest?: object },
) {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-job-'));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(job.manifest ?? {}));
  const issue = async (): Promise<string> => job.token ?? (await newToken(system));
  const endpoint = createServer(async ({ url, headers }, response) => {
    const isRequest = url === `/token?v=2&audience=${encodeURIComponent(hubAddress())}`;
    response.writeHead(isRequest && headers.authorization === 'Bearer of the job' ? 200 : 403);
    response.end(JSON.stringify({ value: await issue() }));
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const { port } = endpoint.address() as AddressInfo;
  const variables =
    system === 'gitlab'
      ? { KUSHK_ID_TOKEN: await issue() }
      : {
          ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?v=2`,
          ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the job',
        };
  const env = { KUSHK_DATA_DIR: folder, KUSHK_BASE_URL: hubAddress(), KUSHK_PUBLISHER_KEY: storedKey, ...variables };
  try {
    return await new Promise<{ readonly exitCode: number; readonly json: Readonly<Record<string, unknown>> }>(
      (resolve) =>
        execFile(process.execPath, [COMMAND, ...args, '--json'], { cwd: folder, env }, (error, stdout) =>
          resolve({ exitCode: error === null ? 0 : Number(error.code), json: JSON.parse(stdout) as never }),
        ),
    );
  } finally {
    endpoint.close();
    rmSync(folder, { recursive: true });
  }
}

/** Runs `release submit --oidc` in a job of this system. */
async function submitIn(system: System, trust: TrustResource, token?: string) {
  const job = { ...(token !== undefined && { token }), manifest: manifestOf(trust.plugin_id) };
  return runJob(system, ['release', 'submit', 'manifest.json', '--oidc', '--trust', trust.id], job);
}

async function submitFrom(system: System, trust: TrustResource): Promise<ReleaseResource> {
  const { exitCode, json } = await submitIn(system, trust);
  expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { status: 'submitted' } });
  return json as unknown as ReleaseResource;
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
    const release = await submitFrom(system, trust);
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
    const waiting = ['release', 'wait', plugin_id, '1.0.0', '--oidc', '--trust', trust.id, '--timeout', '20s'];
    const waited = await runJob(system, waiting, {});
    expect(waited).toMatchObject({ exitCode: 0, json: { status: 'published', provenance } });
    const { issuer } = provenance;
    const shown = { issuer, claims: provenance.claims };
    expect(signedProvenance(waited.json['signature'] as DsseEnvelope)).toEqual({
      digest: canonicalDigest(provenance),
      shown,
    });
    expect(await inStore(plugin_id)).toEqual(shown);
  });

  it('reaches no instance when its trust is not public', async () => {
    const release = await submitFrom('github', await addTrust('github', 'ir.acme.quiet', false));
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
    const developer = httpClient(fleet.hub.gateway.port(), { authorization: `Bearer ${storedKey}` });
    const { json } = await developer('/developer/v1/releases', { json: { manifest: manifestOf('ir.acme.by.hand') } });
    expect(json).toMatchObject({ status: 'submitted', provenance: null });
    await approve(json as unknown as ReleaseResource);
    const { signature } = await fleet.hub.request(catalogue.getReleaseForStaff, json as unknown as ReleaseResource);
    expect(signedProvenance(signature)).toBeNull();
    expect(await inStore('ir.acme.by.hand')).toBeNull();
  });

  it('needs the right token: with another one, and a stored key that works, the command sends no release', async () => {
    const trust = await addTrust('gitlab', 'ir.acme.wrong', true);
    const used = await newToken('github');
    const { exitCode, json } = await submitIn('gitlab', trust, used);
    expect({ exitCode, json }).toMatchObject({ exitCode: 4, json: { error: { code: 'auth.exchange_refused' } } });
    const developer = httpClient(fleet.hub.gateway.port(), { authorization: `Bearer ${storedKey}` });
    const { json: plugins } = await developer('/developer/v1/plugins');
    expect(JSON.stringify(plugins)).not.toContain('ir.acme.wrong');
  });

  it('ends with its trust: a key that was exchanged submits nothing after that', async () => {
    const trust = await addTrust('gitlab', 'ir.acme.ended', true);
    const port = fleet.hub.gateway.port();
    const token = await newToken('gitlab');
    const exchanged = await httpClient(port)('/oidc/exchange', { json: { trust: trust.id, token } });
    const developer = httpClient(port, { authorization: `Bearer ${exchanged.json['key'] as string}` });
    const submit = (version: string) =>
      developer('/developer/v1/releases', { json: { manifest: { ...manifestOf('ir.acme.ended'), version } } });
    expect(statusAndCode(await submit('1.0.0'))).toBe('201 undefined');
    await fleet.hub.request(catalogueTrusts.endTrust, { publisher_id: 'acme', trust_id: trust.id });
    expect(statusAndCode(await submit('1.0.1'))).toBe('401 auth.publisher_key_invalid');
    expect((await submitIn('gitlab', trust)).exitCode).toBe(4);
  });
});
