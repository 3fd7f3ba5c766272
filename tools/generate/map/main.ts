/**
 * `npm run generate` writes `docs/map.md` and `docs/openapi/*.json` from the source code. It does not write unchanged
 * files.
 */
import { resolve } from 'node:path';
import { writeGenerated } from '../schemas/write-generated.js';
import { mapPage } from './page.js';
import { reactionProblems } from './nats-reactions.js';
import { readSources } from './program.js';
import { apis, openapiDocuments } from './routes.js';
import { buildSystemMap } from './system-map.js';

const root = resolve(import.meta.dirname, '../../..');
const map = buildSystemMap(apis(), readSources(root, ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts']));
const problems = reactionProblems(map);
if (problems.length > 0) throw new Error(problems.join('\n'));
writeGenerated(resolve(root, 'docs'), new Map([['map.md', mapPage(map)]]));
const documents = [...(await openapiDocuments())].map(
  ([name, document]) => [`${name}.json`, printed(document)] as const,
);
writeGenerated(resolve(root, 'docs/openapi'), new Map(documents), /\.json$/);

/** Prints JSON with references on one line each: a third of the lines would only hold their braces. */
function printed(document: unknown): string {
  return `${JSON.stringify(document, null, 2).replace(/\{\s+("\$ref": "[^"]+")\s+\}/g, '{ $1 }')}\n`;
}
