/** Where a release comes from, on the pages of the reviewer, of its publisher and of the store. */
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { startTokenIssuer, type TokenIssuer } from '@kushk/testing/token-issuer';
import { granted } from '../parties/client.js';
import {
  admin,
  hubVisitor,
  newPublisher,
  operator,
  publisherApi,
  reviewer,
  takeForReview,
  unique,
} from '../parties/parties.js';
import { expectNoAxeViolations, expectNoOverflow, openPage, type Page } from './browser.js';

let ci: TokenIssuer;
beforeAll(async () => {
  ci = await startTokenIssuer();
});
afterAll(() => ci.stop());

const AUDIENCE = 'https://hub.example';
const job = {
  repository: 'acme/invoices',
  repository_id: '74',
  ref: 'refs/tags/v1.0.0',
  sha: '76cb2978acb72029ac23277a6192eea1707c6a2c',
  workflow_ref: 'acme/invoices/.github/workflows/release.yml@refs/tags/v1.0.0',
  run_id: '43',
};
const manifestOf = (id: string, publisher: string) => ({
  schema: '1',
  id,
  version: '1.0.0',
  publisher,
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices', fa: 'فاکتورها' },
  base_url: 'https://plugin.example.com',
});

/** Submits by a job that a public trust lets in. */
async function submitFromJob(publisher: string, plugin_id: string): Promise<void> {
  const { issuer, sign } = ci;
  const { repository, repository_id, ref } = job;
  const trust = granted(
    await operator.post(`/publishers/${publisher}/trusts`, {
      issuer,
      audience: AUDIENCE,
      claims: { repository, repository_id, ref },
      plugin_id,
      scopes: ['read', 'submit'],
      public: true,
    }),
  );
  const iat = Math.floor(Date.now() / 1_000);
  const token = await sign({ ...job, iss: issuer, aud: AUDIENCE, iat, exp: iat + 300, jti: unique('jti') });
  const { key } = granted(await hubVisitor.post('/oidc/exchange', { trust: trust.id, token }));
  granted(await publisherApi(key).post('/releases', { manifest: manifestOf(plugin_id, publisher) }));
}

/** Waits for the panel with its facts, and opens all claims. */
async function expectPanel(page: Page, title: string, allClaims: string): Promise<void> {
  const panel = page.getByRole('region', { name: title });
  for (const fact of [job.repository, job.ref, job.sha, job.run_id, ci.issuer])
    await panel.getByText(fact, { exact: true }).first().waitFor();
  await panel.getByText(allClaims).click();
  await panel.getByText('workflow_ref', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await expectNoOverflow(page);
}

describe('the provenance of a release', () => {
  it('is on the pages of the reviewer and of the store, in both languages, and its absence is said', async () => {
    const publisher = await newPublisher('provenance');
    const [plugin, byHand] = [`ir.${unique('from')}.ci`, `ir.${unique('by')}.hand`];
    await submitFromJob(publisher.id, plugin);
    granted(await publisher.api.post('/releases', { manifest: manifestOf(byHand, publisher.id) }));

    const review = await openPage({ as: 'reviewer', role: 'hub', path: `/review/${plugin}/1.0.0` });
    await expectPanel(review, 'از کجا آمده است', 'همهٔ ادعاهای توکن CI');
    const english = await openPage({ as: 'reviewer', role: 'hub', path: `/review/${plugin}/1.0.0`, language: 'en' });
    await expectPanel(english, 'Where it comes from', 'All claims of the CI token');
    const other = await openPage({ as: 'reviewer', role: 'hub', path: `/review/${byHand}/1.0.0` });
    await other.getByText('دستی یا با کلید ذخیره‌شده فرستاده شده است').waitFor();

    await takeForReview(`/releases/${plugin}/1.0.0`);
    granted(await reviewer.post(`/releases/${plugin}/1.0.0/approve`, { tier: 'community', publish: true }));
    await eventually(async () => (await admin.get(`/store/${plugin}`)).status === 200);
    const store = await openPage({ as: 'admin', role: 'instance', path: `/store/${plugin}` });
    await expectPanel(store, 'از کجا آمده است', 'همهٔ ادعاهای توکن CI');
    const inEnglish = await openPage({ as: 'admin', role: 'instance', path: `/store/${plugin}`, language: 'en' });
    await expectPanel(inEnglish, 'Where it comes from', 'All claims of the CI token');
  });
});
