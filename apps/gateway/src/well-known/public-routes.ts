import { catalogue, installation, review } from '@kushk/contracts';
import { codeEntry, Refused } from '@kushk/edge';
import { manifestSchema } from '@kushk/manifest';
import { routesBehind, type Route } from '../http/route.js';

const { flowing } = routesBehind<null>('anyone', '');

/** Keys change rarely; who verifies with them keeps them for a while. */
const PUBLIC_FOR_A_WHILE = { 'cache-control': 'public, max-age=300' };

/** Open to anyone on the hub: the manifest's schema, and the keys that sign releases (contract §1). */
export const hubPublicRoutes: readonly Route[] = [
  flowing('GET', '/errors/:code', {
    summary: 'What a code of a problem means: where its type points to',
    asks: [],
    flow: ({ params }) => {
      const code = params['code']!;
      const entry = codeEntry(code);
      if (entry === null) throw Refused.with('code.not_found');
      return Promise.resolve({
        status: 200,
        body: { code, status: entry.status, titles: entry.titles },
        headers: PUBLIC_FOR_A_WHILE,
      });
    },
  }),
  flowing('GET', '/schemas/plugin-manifest/1.json', {
    summary: 'JSON Schema of the plugin manifest',
    asks: [],
    flow: () =>
      Promise.resolve({
        status: 200,
        body: manifestSchema,
        headers: { ...PUBLIC_FOR_A_WHILE, 'content-type': 'application/schema+json; charset=utf-8' },
      }),
  }),
  flowing('GET', '/.well-known/jwks.json', {
    summary: 'Public keys that sign releases, and those of the instances that the hub certifies',
    asks: [catalogue.signingKeys, review.signingKeys, catalogue.instanceKeys],
    flow: async (_call, ask) => {
      const [{ reply: hub }, { reply: reviewers }, { reply: instances }] = await Promise.all([
        ask(catalogue.signingKeys, {}),
        ask(review.signingKeys, {}),
        ask(catalogue.instanceKeys, {}),
      ]);
      return {
        status: 200,
        body: { keys: [...hub.keys, ...reviewers.keys, ...instances.keys] },
        headers: PUBLIC_FOR_A_WHILE,
      };
    },
  }),
];

/** Open to anyone on an instance: the keys that sign its calls to plugins. */
export const instancePublicRoutes: readonly Route[] = [
  flowing('GET', '/.well-known/jwks.json', {
    summary: 'Public keys that sign calls to plugins',
    asks: [installation.signingKeys],
    flow: async (_call, ask) => {
      const { reply } = await ask(installation.signingKeys, {});
      return { status: 200, body: reply, headers: PUBLIC_FOR_A_WHILE };
    },
  }),
];
