/** Writes the dashboards of deploy/observability. */
import { fileURLToPath } from 'node:url';
import { writeGenerated } from '../schemas/write-generated.js';
import { dashboards } from './dashboards.js';
import { grafanaJson } from './grafana.js';

const folder = fileURLToPath(new URL('../../../deploy/observability/dashboards', import.meta.url));
const texts = dashboards.map((one) => [`${one.name}.json`, `${JSON.stringify(grafanaJson(one), null, 2)}\n`] as const);
writeGenerated(folder, new Map(texts), /\.json$/);
