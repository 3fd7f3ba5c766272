/** `npm run generate`: writes what each route answers into the gateway, which serves it in its OpenAPI documents. */
import { resolve } from 'node:path';
import { readSources } from '../map/program.js';
import { responseSchemas } from './response-schemas.js';
import { writeGenerated } from './write-generated.js';

const root = resolve(import.meta.dirname, '../..');
const { byRoute, components } = responseSchemas(readSources(root, ['apps/gateway/src/**/*-routes.ts']));
const lines = (schemas: Readonly<Record<string, unknown>>) =>
  Object.entries(schemas)
    .map(([name, schema]) => `  ${JSON.stringify(name)}: ${JSON.stringify(schema)},\n`)
    .join('');
const text = `/** Made by \`npm run generate\` from the types of the code that answers; changed there, not here. */
type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The body of the answer when all went well, by method and path of the route. */
export const answersByRoute: Schemas = {
${lines(byRoute)}};

/** Named schemas that they refer to. */
export const answerComponents: Schemas = {
${lines(components)}};
`;
writeGenerated(resolve(root, 'apps/gateway/src/openapi'), new Map([['answer-schemas.ts', text]]));
