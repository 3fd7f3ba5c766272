import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { canonicalDigest } from '@kushk/credentials';
import type { Manifest } from '@kushk/manifest';
import { given } from '@kushk/testing/given';
import { PlainEvaluator } from '@kushk/runtime/evaluation';
import { deferredRefusal } from '../../../test/example-evaluation.js';
import { listingStream, type ListingFact } from '../listing.js';
import { checkManifest, checkPublication } from './check-publication.js';

const at = '2026-11-20T09:00:00.000Z';
const content = {
  schema: '1',
  id: 'ir.acme.local',
  version: '1.0.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Local' },
  base_url: 'http://localhost:9000',
};
const manifest = content as unknown as Manifest;
const accepted: ListingFact = {
  type: 'ListingAccepted',
  data: {
    pluginId: 'ir.acme.local',
    version: '1.0.0',
    sequence: 1,
    tier: 'private',
    manifest: content as JsonObject,
    manifestDigest: canonicalDigest(content),
    publishedAt: at,
    source: 'development',
    at,
  },
};

describe('checkManifest', () => {
  it('accepts a manifest with a local address', async () => {
    expect(await checkManifest(content, { production: false, pluginApi: '1.0' }, new PlainEvaluator())).toMatchObject({
      accepted: true,
      reply: { id: 'ir.acme.local' },
    });
  });

  it('rejects every manifest in production', async () => {
    expect(await checkManifest(content, { production: true, pluginApi: '1.0' }, new PlainEvaluator())).toMatchObject({
      refusal: { code: 'store.not_found' },
    });
  });

  it('rejects a manifest that needs a higher plugin API than this instance has', async () => {
    expect(
      await checkManifest(
        { ...content, plugin_api: '1.1' },
        { production: false, pluginApi: '1.0' },
        new PlainEvaluator(),
      ),
    ).toMatchObject({
      refusal: { code: 'catalogue.manifest_invalid', params: { problems: [{ path: '/plugin_api' }] } },
    });
  });

  it('rejects a manifest with a problem', async () => {
    expect(
      await checkManifest({ ...content, version: '1' }, { production: false, pluginApi: '1.0' }, new PlainEvaluator()),
    ).toMatchObject({
      refusal: { code: 'catalogue.manifest_invalid', params: { problems: [{ path: '/version' }] } },
    });
  });
});

describe('checkPublication', () => {
  it('returns `isNew: true` for a version that is not listed yet', () => {
    given(listingStream)
      .when((listing) => checkPublication(manifest, listing))
      .thenReplies({ isNew: true });
  });

  it('returns `isNew: false` for a listed version with the same content', () => {
    given(listingStream, accepted)
      .when((listing) => checkPublication(manifest, listing))
      .thenReplies({ isNew: false });
  });

  it('returns `isNew: true` for a development release with different content', () => {
    given(listingStream, accepted)
      .when((listing) => checkPublication({ ...manifest, names: { en: 'Other' } }, listing))
      .thenReplies({ isNew: true });
  });

  it('rejects different content of a version that the hub has signed, also one that this instance refused', () => {
    const signed = { ...accepted, data: { ...accepted.data, source: 'hub' } } as ListingFact;
    given(listingStream, signed)
      .when((listing) => checkPublication({ ...manifest, names: { en: 'Other' } }, listing))
      .thenRefuses('catalogue.version_exists', { status: 'offered', same_content: false });
    given(listingStream, deferredRefusal)
      .when((listing) => checkPublication(manifest, listing))
      .thenRefuses('catalogue.version_exists', { status: 'refused', same_content: false });
  });

  it('rejects a suspended or withdrawn version, even with the same content', () => {
    given(listingStream, accepted, { type: 'ListingSuspended', data: { sequence: 2, reason: null, at } })
      .when((listing) => checkPublication(manifest, listing))
      .thenRefuses('catalogue.version_exists', { status: 'suspended', same_content: true });
    given(listingStream, accepted, {
      type: 'ListingWithdrawn',
      data: { sequence: 2, reason: null, wasSuspended: false, at },
    })
      .when((listing) => checkPublication(manifest, listing))
      .thenRefuses('catalogue.version_exists', { status: 'withdrawn', same_content: true });
  });
});
