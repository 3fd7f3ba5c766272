/** Packs the SDK as plugin authors install it: compiled code, declarations and the README, without dependencies. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { npmPack } from './npm-pack.mjs';

const source = resolve(import.meta.dirname, '../../libs/plugin-sdk');
/** The packed size without dependencies. */
const MAX_BYTES = 62_000;
const published = ['name', 'version', 'description', 'type', 'files', 'engines', 'sideEffects', 'peerDependencies'];

/** Builds and packs the SDK into the folder `to`. Returns the path of the tarball. */
export function packSdk({ to }) {
  const stage = mkdtempSync(join(tmpdir(), 'kushk-sdk-'));
  try {
    // A copy, so that a running system does not lose the built SDK in the meantime.
    execFileSync(process.execPath, ['build.mjs', '--types', `--to=${join(stage, 'dist')}`], {
      cwd: source,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    cpSync(join(source, 'README.md'), join(stage, 'README.md'));
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
    mkdirSync(to, { recursive: true });
    const tarball = npmPack(stage, to);
    const { size } = statSync(tarball);
    if (size > MAX_BYTES) throw new Error(`${tarball} has ${size} bytes; ${MAX_BYTES} are allowed`);
    return tarball;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The published package.json: without the sources of this repository, and no longer private. */
function manifest() {
  const own = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const exports = Object.fromEntries(
    Object.entries(own.exports).map(([name, { types, default: program }]) => [name, { types, default: program }]),
  );
  return {
    ...Object.fromEntries(published.filter((key) => key in own).map((key) => [key, own[key]])),
    license: 'UNLICENSED',
    exports: { ...exports, './package.json': './package.json' },
    peerDependenciesMeta: own.peerDependenciesMeta,
  };
}
