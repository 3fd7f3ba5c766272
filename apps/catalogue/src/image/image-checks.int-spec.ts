/** Submissions of container plugins with a real registry. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, type JsonObject } from '@kushk/contracts';
import { hasRegistry, pushImage, startRegistry, type TestRegistry } from '@kushk/testing';
import { asOlga, CatalogueHarness, manifestOf, replyOf } from '../../test/catalogue-harness.js';

const box = (name: string, image: string): JsonObject => {
  const { base_url: _external, ...rest } = manifestOf(`ir.acme.${name}`, '1.0.0');
  return { ...rest, kind: 'instance', image, port: 8080, egress: [] };
};

const withRegistry = hasRegistry() ? describe : describe.skip;

withRegistry('a submission with an image (needs docker-registry)', () => {
  const hub = new CatalogueHarness();
  let registry: TestRegistry;
  let image = '';
  const pushed = (name: string, Entrypoint = ['/plugin']) =>
    pushImage({
      registryUrl: registry.url,
      name,
      files: { plugin: { text: name } },
      config: { Entrypoint, User: '1000', ExposedPorts: { '8080/tcp': {} } },
    });
  const check = (manifest: JsonObject, publisher_id = 'acme') =>
    hub.broker.request(catalogue.checkRelease, { publisher_id, manifest }, asOlga);
  const problemsOf = async (manifest: JsonObject) => {
    const outcome = await hub.submit(manifest);
    return outcome.accepted ? [] : ((outcome.refusal.params?.['problems'] ?? []) as { code: string }[]);
  };

  beforeAll(async () => {
    registry = await startRegistry();
    await hub.start({ KUSHK_REGISTRY_URL: registry.url });
    image = await pushed('acme/box');
  });
  afterAll(async () => {
    await hub.service?.stop();
    await registry?.stop();
  });

  it('shows the reviewer what the registry has', async () => {
    const platform = { platform: expect.stringMatching(/^linux\//) as unknown, user: '1000', entrypoint: ['/plugin'] };
    const details = { reference: image, platforms: [expect.objectContaining(platform)] };
    const imageCheck = expect.arrayContaining([{ name: 'image', outcome: 'passed', problems: [], details }]) as unknown;
    expect(replyOf(await check(box('shown', image)))).toMatchObject({ verdict: 'valid', checks: imageCheck });
    replyOf(await hub.submit(box('shown', image)));
    const query = { plugin_id: 'ir.acme.shown', version: '1.0.0' };
    const release = replyOf(await hub.broker.request(catalogue.getReleaseForStaff, query, asOlga));
    expect(release).toMatchObject({ warnings: [], checks: imageCheck });
    expect(release.checks.find(({ name }) => name === 'image')?.details?.platforms[0]?.size).toBeGreaterThan(0);
  });

  it('is refused with one problem per reason', async () => {
    const digest = image.slice(image.indexOf('@'));
    const unknown = `@sha256:${'0'.repeat(64)}`;
    const at = (code: string) => [expect.objectContaining({ path: '/image', stage: 'submission', code })];
    expect(await problemsOf(box('refused', image.replace(digest, unknown)))).toEqual(at('image_missing'));
    expect(await problemsOf(box('refused', `registry.example/acme/box${digest}`))).toEqual(at('image_elsewhere'));
    expect(await problemsOf(box('refused', await pushed('acme/empty', [])))).toEqual(at('image_without_command'));
  });

  it('warns of an image that another publisher pushed', async () => {
    const { warnings } = replyOf(await hub.submit(box('foreign', await pushed('beta/box'))));
    expect(warnings).toMatchObject([{ code: 'image_path_foreign', severity: 'warning' }]);
  });

  it('is refused for a while when the registry is down, unless it needs no image', async () => {
    const accepted = { publisher_id: 'acme', manifest: box('kept', image), requested_tier: '', notes: '' };
    const idempotency = { scope: 'acme', key: 'image', input_hash: 'h1' };
    const first = await hub.broker.request(catalogue.submitRelease, { ...accepted, idempotency }, hub.asPublisher());
    await registry.stop();
    const other = image.replace('acme/box', 'acme/other');
    const unavailable = { accepted: false, refusal: { code: 'registry.unavailable' } };
    expect(await hub.submit(box('later', other))).toMatchObject(unavailable);
    expect(await check(box('later', other))).toMatchObject(unavailable);
    const again = await hub.broker.request(catalogue.submitRelease, { ...accepted, idempotency }, hub.asPublisher());
    expect(again).toEqual({ ...first, replayed: true });
    const refusal = { accepted: false, refusal: { code: 'catalogue.version_exists' } };
    expect(await hub.submit(box('kept', other))).toMatchObject(refusal);
    replyOf(await hub.submit(manifestOf('ir.acme.external', '1.0.0')));
  });
});

describe('a submission with an image to a hub without registry', () => {
  it('warns that nobody looked the image up', async () => {
    const hub = new CatalogueHarness();
    await hub.start();
    try {
      const manifest = box('unchecked', `registry.example/acme/box@sha256:${'a'.repeat(64)}`);
      expect(replyOf(await hub.submit(manifest))).toMatchObject({ warnings: [{ code: 'image_unchecked' }] });
    } finally {
      await hub.service.stop();
    }
  });
});
