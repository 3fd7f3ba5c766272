import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const shownLines = 12;

/**
 * Builds the packages that have changed; nx caches the others. On failure, throws an error with the end of the build
 * log.
 */
export async function buildAll(root: string, logFile: string): Promise<void> {
  const log = createWriteStream(logFile, { mode: 0o600 });
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/nx/dist/bin/nx.js'), 'run-many', '-t', 'build', '--outputStyle=static'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', FORCE_COLOR: '0' },
    },
  );
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  await new Promise((resolve) => log.end(resolve));
  if (code === 0) return;
  const end = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-shownLines).join('\n');
  throw new Error(`The build failed. Its log ${logFile} ends with:\n${end}`);
}

/** Throws an error of one line when a program is not built. */
export function requireBuilt(root: string, programs: readonly string[]): void {
  const missing = programs.filter((program) => !existsSync(join(root, program)));
  if (missing.length > 0) throw new Error(`Not built: ${missing.join(', ')}.`);
}
