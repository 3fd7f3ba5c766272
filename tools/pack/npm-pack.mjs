import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';

/** Packs a folder with npm, without its scripts. Returns the path of the tarball in the folder `to`. */
export function npmPack(folder, to) {
  const { npm_execpath: running = '', npm_node_execpath: node = process.execPath } = process.env;
  const [command, first] = basename(running) === 'npm-cli.js' ? [node, [running]] : ['npm', []];
  const args = [...first, 'pack', '--ignore-scripts', '--json', '--loglevel=error', `--pack-destination=${to}`];
  // Without --prefix and --workspaces, the environment of `npm run` would make npm pack the workspace.
  const output = execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: withoutNpmConfig(process.env),
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parsed = JSON.parse(output);
  const [packed] = Array.isArray(parsed) ? parsed : Object.values(parsed);
  return join(to, packed.filename.replace('@', '').replace('/', '-'));
}

/** The environment without what `npm run` has set for the workspace. */
export function withoutNpmConfig(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^npm_(?:config_(?:local_)?prefix|package_|lifecycle_)/i.test(name),
    ),
  );
}
