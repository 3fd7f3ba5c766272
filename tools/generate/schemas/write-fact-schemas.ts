/** `npm run generate` writes the schema of each public fact to `docs/events/`. */
import { resolve } from 'node:path';
import { readSources } from '../map/program.js';
import { factSchemas } from './fact-schemas.js';
import { writeGenerated } from './write-generated.js';

const root = resolve(import.meta.dirname, '../../..');
const schemas = [...factSchemas(readSources(root, ['libs/contracts/src/*.ts']))];
const texts = schemas.map(([name, schema]) => [`${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`] as const);
writeGenerated(resolve(root, 'docs/events'), new Map(texts), /\.schema\.json$/);
