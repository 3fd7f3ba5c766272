/** Checks conventions for the repository's files that ESLint cannot check, because it does not read all files. */

/** A file of the repository. `text` is null for a binary file. */
export interface TrackedFile {
  readonly path: string;
  readonly text: string | null;
}

/** The allowed file suffixes in apps. Each suffix permits one kind of dependency (docs/architecture.md). */
const appSuffixes = [
  'handler',
  'view',
  'public',
  'worker',
  'client',
  'module',
  'dto',
  'config',
  'generated',
  'spec',
  'int-spec',
  'e2e-spec',
];
/**
 * The allowed file suffixes in libraries, for files that Nest and TypeORM load. Other library files have no suffix,
 * even if they perform I/O.
 */
const librarySuffixes = ['module', 'view', 'public', 'migration', 'filter', 'generated', 'spec', 'int-spec'];
const toolSuffixes = ['spec', 'int-spec', 'e2e-spec'];

const emptyName = /^(common|shared|utils?|helpers?|core|base|managers?|misc)$/;
const emptySuffix = /-(utils?|helpers?|managers?)$/;

/**
 * Folders that exist on one machine only, and addresses of a package registry. A file that contains them does not
 * work on another machine.
 */
const machinePath = /(?<![\w.$}~-])\/(work|root|tmp|home\/\w+|Users\/\w+)\/\w/;
const registryAddress = /registry\.(npmjs|yarnpkg)\.\w+|"resolved":\s*"https?:/;

const isCode = (path: string): boolean => /^(apps|libs|tools)\//.test(path);
/** Test data of other projects, whose files have the names that they have there. */
const isForeign = (path: string): boolean => /\/test\/(?:corpus|json-schema-test-suite)\//.test(path);

/** Returns all violations, one line each: `path: violation`. */
export function layoutViolations(files: readonly TrackedFile[]): readonly string[] {
  return files.flatMap((file) => [...violationsOf(file)].map((violation) => `${file.path}: ${violation}`));
}

function* violationsOf({ path, text }: TrackedFile): Generator<string> {
  if (isCode(path) && !isForeign(path)) {
    yield* nameViolations(path);
    // A declaration has the name of what it declares: `button.module.css` has `button.module.d.css.ts`.
    if (path.endsWith('.ts') && !/\.d\.(?:css\.)?ts$/.test(path)) yield* suffixViolations(path);
  }
  if (text === null) return;
  const machine = machinePath.exec(text) ?? registryAddress.exec(text);
  if (machine) yield `contains a path or an address of one machine: ${machine[0]}`;
  if (/^(apps|libs|tools)\/.*\.ts$/.test(path) && isBarrel(path, text))
    yield 'only re-exports; only the index of a library may';
}

function* nameViolations(path: string): Generator<string> {
  for (const part of path.split('/')) {
    // Go runs only tests in files with this ending.
    const name = part.replace(/_test\.go$/, '').split('.')[0] ?? '';
    // Style sheets may have the name by which the field knows base styles.
    if (part !== 'base.css' && (emptyName.test(name) || emptySuffix.test(name)))
      yield `"${name}" does not describe its contents`;
    if (name !== '' && !/^[a-z0-9-]+$/.test(name) && !/^[A-Z]+$/.test(name)) yield `"${name}" is not kebab-case`;
  }
}

function* suffixViolations(path: string): Generator<string> {
  // These are the files of a plugin author, whose tests run with node:test.
  if (path.startsWith('apps/cli/templates/')) return;
  const known = path.startsWith('apps/') ? appSuffixes : path.startsWith('libs/') ? librarySuffixes : toolSuffixes;
  const suffixes = (path.split('/').at(-1) ?? '').split('.').slice(1, -1);
  // A spec can have the suffix of the file that it tests.
  if (suffixes.length > (/spec$/.test(suffixes.at(-1) ?? '') ? 2 : 1)) yield 'has more than one suffix';
  for (const suffix of suffixes)
    if (!known.includes(suffix)) yield `the suffix .${suffix} is not in the closed list: ${known.join(', ')}`;
}

function isBarrel(path: string, text: string): boolean {
  // The index of a library, and entries of their own: that of the editor, which pages load on demand, and evaluation.
  if (/^libs\/(?:[^/]+\/src|ui\/src\/editor|runtime\/src\/evaluation)\/index\.ts$/.test(path)) return false;
  // Packages with a lock file of their own can be imported from their folder only.
  if (/^tools\/check\/(development|kubernetes)\//.test(path)) return false;
  const statements = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
  return (
    statements.length > 0 &&
    statements.every((statement) => /^export\s+(type\s+)?(\*|\{[^}]*\})(\s+as\s+\w+)?\s+from\s/.test(statement))
  );
}
