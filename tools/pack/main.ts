/**
 * `npm run pack` builds everything and packs two tarballs into `dist/pack/`: the SDK, and `kushk`, the command together
 * with the local system that `kushk dev` starts.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { npmPack } from './npm-pack.mjs';
import { packSdk } from './pack-sdk.mjs';
import { stageKushk } from './stage.js';

const root = resolve(import.meta.dirname, '../..');
const to = join(root, 'dist', 'pack');

function report(tarball: string): void {
  process.stdout.write(`${tarball}  ${(statSync(tarball).size / 1024).toFixed(0)} KiB\n`);
}

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const sdk = packSdk({ to });
report(sdk);
const stage = mkdtempSync(join(tmpdir(), 'kushk-package-'));
try {
  stageKushk(root, stage);
  // `kushk plugin new` puts this copy into the plugin, which then installs without a registry.
  mkdirSync(join(stage, 'sdk'));
  cpSync(sdk, join(stage, 'sdk', basename(sdk)));
  report(npmPack(stage, to));
} finally {
  rmSync(stage, { recursive: true, force: true });
}
