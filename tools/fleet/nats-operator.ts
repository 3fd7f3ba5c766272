/**
 * `npm run nats-operator -- --out DIR --leaf tls://nats.hub.example:7422` writes the files of the hub's NATS server
 * in operator mode. With `--instance ID` it writes the files of that instance's NATS server (docs/fleet.md). It never
 * overwrites a file, because replacing the operator would disconnect every registered instance.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hubFiles, instanceFiles } from './nats-files.js';

const passwordBytes = 24;
const usage = 'npm run nats-operator -- --out DIR --leaf tls://HOST:PORT [--data DIR] [--instance ID]';

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
      },
    });
    const { out, leaf = '', data: dataDir, instance } = values;
    if (out === undefined || !/^(tls|nats-leaf|wss?):\/\/[^/@:]+:\d+$/.test(leaf)) return stop(usage);
    if (instance !== undefined && !/^(?!hub$)[a-z0-9][a-z0-9-]{0,31}$/.test(instance))
      return stop('The id of an instance is 1 to 32 of a-z, 0-9 and dash, and not hub.');
    return { out, leafUrl: leaf, dataDir, instance };
  } catch {
    return stop(usage);
  }
}

const { out, instance, ...settings } = options();
const files =
  instance === undefined
    ? await hubFiles(settings)
    : instanceFiles({ ...settings, id: instance, password: randomBytes(passwordBytes).toString('base64url') });
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
