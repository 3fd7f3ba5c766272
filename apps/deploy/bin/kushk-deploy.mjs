#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import * as tls from 'node:tls';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
// The packages of the repository have a newer Node than many systems.
const newerNode = path('../../../node_modules/.bin/node');

if (!('setDefaultCACertificates' in tls)) {
  if (existsSync(newerNode) && realpathSync(newerNode) !== realpathSync(process.execPath)) {
    const args = [path('kushk-deploy.mjs'), ...process.argv.slice(2)];
    process.exitCode = spawnSync(newerNode, args, { stdio: 'inherit' }).status ?? 70;
  } else {
    process.stderr.write(`kushk-deploy: Node 24.5 or later is needed; this is Node ${process.versions.node}\n`);
    process.exitCode = 78;
  }
} else if (existsSync(path('../dist/main.js'))) {
  await import('../dist/main.js');
} else {
  process.stderr.write('kushk-deploy: run "npm run build" first\n');
  process.exitCode = 2;
}
