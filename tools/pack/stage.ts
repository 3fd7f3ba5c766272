/**
 * Puts the package `@kushk/cli` together: the command, and the local system that `kushk dev` starts. The folder has the
 * layout of the repository with only what runs, so that every program finds its files in the same places.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { stripTypeScriptTypes } from 'node:module';
import { satisfies } from 'semver';
import { packagesIn } from './imported-packages.js';

const programs = ['catalogue', 'delivery', 'gateway', 'installation', 'review', 'wallet', 'workspace', 'sample-plugin'];
/** Files that browsers load and the command: bundles without imports. */
const bundles = ['bridge', 'cli', 'docs-pages', 'hub-pages', 'instance-pages'];
/** What a program reads beside its `dist/`. */
const resources: readonly string[] = [
  'apps/sample-plugin/manifest.yaml',
  'apps/sample-plugin/pages',
  'apps/sample-plugin/invoices',
];
/** Files that only the package has, each with its source. */
export const ownFiles: Readonly<Record<string, string>> = {
  'README.md': 'tools/pack/README.md',
  'tools/bootstrap.mjs': 'tools/pack/launch.mjs',
};
/** The command in the package: one file, which runs alone as well. */
export const COMMAND_FILE = 'apps/cli/dist/kushk.mjs';
const OLDEST_NODE = '20.19.0';
const tools = ['run/start', 'run/seed', 'run/sign-in'];
/** Tools of the repository's developers, and tests. */
const leftOut = /(?:\.spec|\.int-spec|\.e2e-spec|\.d)\.m?ts$|\/(?:dev-watcher|compile-changes)\.ts$/;

/**
 * Packages that the programs load only when they are configured to export traces or to store contents in S3. Without
 * them the installation has a third fewer packages. launch.mjs leaves the export of traces off.
 */
const notLoaded = /^@aws-sdk\/|^@opentelemetry\/(?!api$)/;

/** Built files that no program of the system loads. */
const notRun = /\.map$|[\\/]example(?:[\\/]|$)/;

/** Files of a package of others that no program loads: types, source maps, and the folders of its developers. */
const notLoadedOfPackage = /\.map$|\.d\.[cm]?ts$|^(?:test|tests|docs|examples|benchmarks)(?:[\\/]|$)/;

interface RootPackage {
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** Fills the empty folder `to`, from which npm packs. */
export function stageKushk(root: string, to: string): void {
  const { version, optionalDependencies } = readJson<RootPackage>(join(root, 'package.json'));
  for (const app of [...programs, ...bundles])
    copyBuilt(join(root, 'apps', app, 'dist'), join(to, 'apps', app, 'dist'));
  for (const resource of resources) cpSync(join(root, resource), join(to, resource), { recursive: true });
  for (const tool of tools) copyTool(join(root, 'tools', tool), join(to, 'tools', tool));
  for (const [name, source] of Object.entries(ownFiles)) cpSync(join(root, source), join(to, name));

  const imported = new Set(
    [...programs.map((app) => `apps/${app}`), 'tools'].flatMap((part) => packagesIn(join(to, part))),
  );
  const own = ownPackages(root, imported);
  for (const name of own) copyLibrary(join(root, 'libs', name), join(to, 'node_modules', '@kushk', name));
  for (const name of packagesIn(join(to, 'node_modules'))) imported.add(name);
  const foreign = [...imported].filter(
    (name) => !name.startsWith('@kushk/') && !(name in optionalDependencies) && !notLoaded.test(name),
  );
  const direct = foreign.filter((name) => !optionalPeers(root, own).has(name));
  const newer = forNewerNode(root, direct);
  const exact = exactVersions(root, [...new Set([...direct, ...newer, ...importedByBundled(root, newer)])].sort());
  const servers = Object.keys(optionalDependencies).filter((name) => needsNewerNode(root, name));
  for (const name of [...servers, ...newer])
    copyWithoutEngines(join(root, 'node_modules', name), join(to, 'node_modules', name));
  const bundled = own.map((name) => `@kushk/${name}`);
  writeJson(join(to, 'package.json'), {
    name: '@kushk/cli',
    version,
    description: 'The command of Kushk, and the local system with which plugins are developed.',
    type: 'module',
    license: 'UNLICENSED',
    engines: { node: `>=${OLDEST_NODE}` },
    bin: { kushk: COMMAND_FILE },
    dependencies: { ...exact, ...Object.fromEntries(bundled.map((name) => [name, version])) },
    optionalDependencies,
    bundleDependencies: [...bundled, ...servers, ...newer],
  });
}

/** The libraries of this repository that the programs import, and those that these import. */
function ownPackages(root: string, imported: ReadonlySet<string>): readonly string[] {
  const own = new Set<string>();
  const add = (name: string): void => {
    if (!name.startsWith('@kushk/') || own.has(name)) return;
    own.add(name);
    packagesIn(join(root, 'libs', basename(name), 'dist'), notRun).forEach(add);
  };
  imported.forEach(add);
  return [...own].map((name) => basename(name)).sort();
}

/** Packages that a library offers an entry for and does not need itself: the MCP client and React of the SDK. */
function optionalPeers(root: string, own: readonly string[]): ReadonlySet<string> {
  return new Set(
    own.flatMap((name) => {
      const { peerDependenciesMeta = {} } = readJson<{ readonly peerDependenciesMeta?: object }>(
        join(root, 'libs', name, 'package.json'),
      );
      return Object.keys(peerDependenciesMeta);
    }),
  );
}

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** What the lock file has below the root's `node_modules`, by path. */
function lockedPackages(root: string): Readonly<Record<string, LockedPackage>> {
  return readJson<{ readonly packages: Readonly<Record<string, LockedPackage>> }>(join(root, 'package-lock.json'))
    .packages;
}

/** The versions of the lock file. Throws for a package that only the repository's developers need. */
function exactVersions(root: string, names: readonly string[]): Readonly<Record<string, string>> {
  const locked = lockedPackages(root);
  return Object.fromEntries(
    names.map((name) => {
      const found = locked[`node_modules/${name}`];
      if (found === undefined || found.dev === true) throw new Error(`a program imports ${name}, a development tool`);
      return [name, found.version];
    }),
  );
}

/**
 * The packages whose `engines` exclude the oldest Node, about which npm warns there, and those that import them: these
 * find the packages in the tarball only from beside them. The programs that load them run on Node 24 (launch.mjs).
 */
function forNewerNode(root: string, direct: readonly string[]): readonly string[] {
  const locked = lockedPackages(root);
  const used = new Set<string>();
  const add = (name: string): void => {
    const found = locked[`node_modules/${name}`];
    if (used.has(name) || found === undefined) return;
    used.add(name);
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta: meta = {} } = found;
    [...Object.keys(dependencies), ...Object.keys(peerDependencies).filter((peer) => !meta[peer]?.optional)].forEach(
      add,
    );
  };
  direct.forEach(add);
  const newer = new Set([...used].filter((name) => needsNewerNode(root, name)));
  const importsNewer = (name: string): boolean => {
    const { dependencies = {}, peerDependencies = {} } = locked[`node_modules/${name}`]!;
    return Object.keys({ ...dependencies, ...peerDependencies }).some(
      (other) => newer.has(other) && locked[`node_modules/${name}/node_modules/${other}`] === undefined,
    );
  };
  for (let count = -1; count !== newer.size;) {
    count = newer.size;
    for (const name of used) if (importsNewer(name)) newer.add(name);
  }
  return [...newer].sort();
}

/**
 * What packages in the tarball import from elsewhere. npm takes them as complete and installs nothing for them, so
 * these become dependencies of `kushk` itself.
 */
function importedByBundled(root: string, bundled: readonly string[]): readonly string[] {
  const locked = lockedPackages(root);
  return bundled.flatMap((name) => {
    const inside = Object.keys(locked).filter((path) => `${path}/`.startsWith(`node_modules/${name}/`));
    const names = inside.flatMap((path) => {
      const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta: meta = {} } = locked[path]!;
      return [...Object.keys(dependencies), ...Object.keys(peerDependencies).filter((peer) => !meta[peer]?.optional)];
    });
    const copied = new Set(
      inside.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    );
    return names.filter((other) => !copied.has(other));
  });
}

function copyBuilt(from: string, to: string): void {
  if (!existsSync(from)) throw new Error(`${from} is missing: run npm run build`);
  cpSync(from, to, { recursive: true, filter: (file) => !notRun.test(file) });
}

/** A library with its built files only: its exports must not name sources that are not there. */
function copyLibrary(from: string, to: string): void {
  copyBuilt(join(from, 'dist'), join(to, 'dist'));
  const { name, version, exports } = readJson<{
    readonly name: string;
    readonly version: string;
    readonly exports: Readonly<Record<string, { readonly default: string }>>;
  }>(join(from, 'package.json'));
  const built = Object.fromEntries(Object.entries(exports).map(([path, { default: file }]) => [path, file]));
  writeJson(join(to, 'package.json'), { name, version, private: true, type: 'module', exports: built });
}

/**
 * npm on Node 20 leaves out an optional package whose `engines` name a newer Node, without a word, and warns about any
 * other. The system runs on Node 24, so such a package is put into the tarball, without its `engines`.
 */
function needsNewerNode(root: string, name: string): boolean {
  const file = join(root, 'node_modules', name, 'package.json');
  if (!existsSync(file)) return false;
  const { engines } = readJson<{ readonly engines?: { readonly node?: string } }>(file);
  return engines?.node !== undefined && !satisfies(OLDEST_NODE, engines.node);
}

function copyWithoutEngines(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (file) => !notLoadedOfPackage.test(relative(from, file)) });
  const { engines: _engines, ...manifest } = readJson<Record<string, unknown>>(join(to, 'package.json'));
  writeJson(join(to, 'package.json'), manifest);
}

/** Compiles a tool: Node does not remove the types of files in `node_modules`. */
function copyTool(from: string, to: string): void {
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const file = join(from, name);
    if (statSync(file).isDirectory() || leftOut.test(file.replaceAll('\\', '/'))) continue;
    const target = join(to, name);
    mkdirSync(dirname(target), { recursive: true });
    if (extname(file) === '.ts')
      writeFileSync(target.replace(/\.ts$/, '.js'), stripTypeScriptTypes(readFileSync(file, 'utf8')));
    else cpSync(file, target);
  }
}

function readJson<Value>(file: string): Value {
  return JSON.parse(readFileSync(file, 'utf8')) as Value;
}

function writeJson(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
