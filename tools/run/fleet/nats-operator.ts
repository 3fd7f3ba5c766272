/**
 * `npm run nats-operator -- --out DIR --leaf tls://nats.hub.example:7422` writes the files of the hub's NATS server
 * in operator mode. With `--instance ID` it writes the files of that instance's NATS server (docs/fleet.md); `--secret`
 * names the `nats-secret.txt` of an earlier run, so that the services keep their passwords. It never overwrites a file,
 * because replacing the operator would disconnect every registered instance.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hubFiles, instanceFiles } from './nats-files.js';

const secretBytes = 32;
const usage = 'npm run nats-operator -- --out DIR --leaf tls://HOST:PORT [--data DIR] [--instance ID [--secret FILE]]';

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        out: { type: 'string' },
        leaf: { type: 'string' },
        data: { type: 'string', default: '/data' },
        instance: { type: 'string' },
        secret: { type: 'string' },
      },
    });
    const { out, leaf = '', data: dataDir, instance, secret } = values;
    if (out === undefined || !/^(tls|nats-leaf|wss?):\/\/[^/@:]+:\d+$/.test(leaf)) return stop(usage);
    if (instance !== undefined && !/^(?!hub$)[a-z0-9][a-z0-9-]{0,31}$/.test(instance))
      return stop('The id of an instance is 1 to 32 of a-z, 0-9 and dash, and not hub.');
    const known = secret === undefined ? null : readFileSync(secret, 'utf8').trim();
    return { out, leafUrl: leaf, dataDir, instance, known };
  } catch {
    return stop(usage);
  }
}

const { out, instance, known, ...settings } = options();
const files =
  instance === undefined
    ? await hubFiles(settings)
    : instanceFiles({ ...settings, id: instance, secret: known ?? randomBytes(secretBytes).toString('base64url') });
mkdirSync(out, { recursive: true, mode: 0o700 });
for (const [name, text] of Object.entries(files)) {
  try {
    writeFileSync(join(out, name), text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    stop(
      (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? `${join(out, name)} exists already and is not overwritten.`
        : String(error),
    );
  }
}
process.stdout.write(
  `${Object.keys(files)
    .map((name) => join(out, name))
    .join('\n')}\n`,
);
