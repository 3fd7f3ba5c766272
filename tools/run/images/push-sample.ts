/**
 * `npm run sample-image -- --registry URL [--name NAME] [--username U --password P]`: pushes the sample plugin as an
 * image, and prints its reference and the lines of a manifest that differ from the sample's own.
 */
import { parseArgs } from 'node:util';
import { pushSampleImage, SAMPLE_IMAGE_PORT } from '@kushk/testing/sample-image';

const { values } = parseArgs({
  options: {
    registry: { type: 'string' },
    name: { type: 'string' },
    username: { type: 'string' },
    password: { type: 'string' },
  },
});
const { registry, name, username, password } = values;
if (registry === undefined) {
  process.stderr.write('usage: npm run sample-image -- --registry http://127.0.0.1:5000 [--name acme/invoices]\n');
  process.exit(2);
}
const image = await pushSampleImage(registry, {
  ...(name !== undefined && { name }),
  ...(username !== undefined && { account: { username, password: password ?? '' } }),
});
process.stdout.write(`kind: instance\nimage: ${image}\nport: ${SAMPLE_IMAGE_PORT}\negress: []\n`);
