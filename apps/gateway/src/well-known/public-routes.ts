import { catalogue, installation, review } from '@kushk/contracts';
import { codeEntry, Refused } from '@kushk/edge';
import { manifestSchema } from '@kushk/manifest';
import { builtDocs } from '../docs/docs-site.js';
import { routesFor, type Route } from '../http/route.js';
import { KEYS_MAX_AGE_SECONDS, type HubKeys } from './hub-keys.js';

const { compositeRoute } = routesFor<null>('anyone', '');

/** Schemas and keys change rarely, so clients may cache them. */
const CACHEABLE = { 'cache-control': `public, max-age=${KEYS_MAX_AGE_SECONDS}` };

/**
 * Public routes of the hub: the meaning of error codes, the manifest schema, and the public keys that verify
 * releases.
 */
export const hubPublicRoutes = (keys: HubKeys): readonly Route[] => [
  compositeRoute('GET', '/errors/:code', {
    summary: 'Get the meaning of a problem code; the type of a problem links here',
    calls: [],
    handle: ({ params }) => {
      const code = params['code']!;
      const entry = codeEntry(code);
      if (entry === null) throw Refused.with('code.not_found');
      // Without the built documents, as in most tests, there are only the titles.
      const texts = builtDocs()?.textsOfCode(code) ?? null;
      return Promise.resolve({
        status: 200,
        body: { code, status: entry.status, titles: entry.titles, ...texts },
        headers: { ...CACHEABLE, vary: 'accept' },
      });
    },
  }),
  compositeRoute('GET', '/schemas/plugin-manifest/1.json', {
    summary: 'Get the JSON Schema of the plugin manifest',
    calls: [],
    handle: () =>
      Promise.resolve({
        status: 200,
        body: manifestSchema,
        headers: { ...CACHEABLE, 'content-type': 'application/schema+json; charset=utf-8' },
      }),
  }),
  compositeRoute('GET', '/.well-known/jwks.json', {
    summary: 'Get the public keys that sign releases, and the certified keys of instances',
    calls: [catalogue.signingKeys, review.signingKeys, catalogue.instanceKeys],
    handle: async (_call, send) => {
      const { keys: all, ageSeconds } = await keys.read(send);
      return { status: 200, body: { keys: all }, headers: { ...CACHEABLE, age: String(ageSeconds) } };
    },
  }),
];

/** Public routes of an instance: the public keys that verify its calls to plugins. */
export const instancePublicRoutes: readonly Route[] = [
  compositeRoute('GET', '/.well-known/jwks.json', {
    summary: 'Get the public keys that sign calls to plugins',
    calls: [installation.signingKeys],
    handle: async (_call, send) => {
      const { reply } = await send(installation.signingKeys, {});
      return { status: 200, body: reply, headers: CACHEABLE };
    },
  }),
];
