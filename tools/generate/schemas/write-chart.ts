/** `npm run generate` writes what the Helm chart has from elsewhere: the schema of its values, and alert rules. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chartSchema } from './chart-schema.js';
import { writeGenerated } from './write-generated.js';

const deploy = resolve(import.meta.dirname, '../../../deploy');
const chart = join(deploy, 'helm/kushk');
const rules = readFileSync(join(deploy, 'observability/rules.yaml'), 'utf8');

writeGenerated(chart, new Map([['values.schema.json', `${JSON.stringify(chartSchema, null, 2)}\n`]]));
// A chart cannot read files outside its folder.
writeGenerated(join(chart, 'files'), new Map([['rules.yaml', rules]]));
