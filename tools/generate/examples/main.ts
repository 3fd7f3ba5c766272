/**
 * `npm run write-examples -- FILE` writes the examples of the OpenAPI documents from what the tests recorded in FILE
 * (CONTRIBUTING.md). An example that the recording does not have stays.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RecordedExample } from '@kushk/testing';
import { examples as written } from '../../../apps/gateway/src/openapi/recorded-examples.js';
import { writeGenerated } from '../schemas/write-generated.js';
import { openapiDocuments } from '../map/routes.js';
import { chooseExamples } from './choose-examples.js';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('the file with the recording is missing');
const lines = readFileSync(file, 'utf8').trim().split('\n');
interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, object>>;
}
const operations = [...(await openapiDocuments()).values()].flatMap((document) => {
  const { servers, paths } = document as Document;
  const base = servers[0]?.url.replace(/^https?:\/\/[^/]+/, '') ?? '';
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${base}${path}`),
  );
});
const chosen = chooseExamples(
  lines.map((line) => JSON.parse(line) as RecordedExample),
  operations,
);
const all = { ...written, ...Object.fromEntries(chosen) };
const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
const text = `/** Written by \`npm run write-examples\` from what the tests sent and received (CONTRIBUTING.md). */
export interface Example {
  /** Path and query. */
  readonly path: string;
  readonly sent?: unknown;
  readonly status: number;
  readonly received?: unknown;
}

/** By operation, such as \`get /developer/v1/me\`, or by webhook. */
export const examples: Readonly<Record<string, Example>> = ${JSON.stringify(sorted, null, 1)};
`;
const folder = resolve(import.meta.dirname, '../../../apps/gateway/src/openapi');
writeGenerated(folder, new Map([['recorded-examples.ts', text]]));
process.stdout.write(`${chosen.size} examples of ${lines.length} recordings, ${Object.keys(sorted).length} in all\n`);
