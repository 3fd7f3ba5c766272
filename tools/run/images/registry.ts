/**
 * `npm run registry [-- --port 5000]`: a registry of images for development, without accounts, on loopback alone. Its
 * images stay in `.kushk/registry`. Ctrl-C ends it.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const PROGRAMS = ['/usr/bin/docker-registry', '/usr/local/bin/registry', '/usr/bin/registry'];
const WITHOUT_PROGRAM =
  'No registry is installed. On Debian: apt-get install docker-registry. With Docker:\n' +
  '  docker run --rm -p 127.0.0.1:5000:5000 registry:2\n';

const { values } = parseArgs({ options: { port: { type: 'string', default: '5000' } } });
const program = PROGRAMS.find((path) => existsSync(path));
if (program === undefined) {
  process.stderr.write(WITHOUT_PROGRAM);
  process.exit(1);
}
const folder = join(resolve(process.env['KUSHK_DATA_DIR'] ?? '.kushk'), 'registry');
await mkdir(folder, { recursive: true });
const address = `127.0.0.1:${values.port}`;
const configuration = {
  version: 0.1,
  log: { level: 'warn', accesslog: { disabled: true } },
  storage: { filesystem: { rootdirectory: folder }, delete: { enabled: true } },
  http: { addr: address },
};
const file = join(folder, 'registry.json');
await writeFile(file, JSON.stringify(configuration));
const child = spawn(program, ['serve', file], { stdio: 'inherit' });
process.stdout.write(
  `Images of this registry are in ${folder}.\n` +
    `Start the system with KUSHK_REGISTRY_URL=http://${address}, and push with: docker push ${address}/acme/NAME\n`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 0));
