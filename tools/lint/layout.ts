/** The rules of the house that concern where files lie and what stands in any of them: what lint does not see. */

/** One file of the repository. `text` is null for what is not text. */
export interface TrackedFile {
  readonly path: string;
  readonly text: string | null;
}

/** What a file of a service may know more than a pure one (docs/architecture.md, One service). */
const serviceSuffixes = ['handler', 'view', 'public', 'module', 'dto', 'config', 'spec', 'int-spec', 'e2e-spec'];
/** Libraries that are I/O by nature use plain names; these are what Nest and TypeORM make of them. */
const librarySuffixes = ['module', 'view', 'public', 'migration', 'filter', 'spec', 'int-spec'];
const toolSuffixes = ['spec', 'int-spec'];

const saysNothing = /^(common|shared|utils?|helpers?|core|base|managers?|misc)$/;
const endsInNothing = /-(utils?|helpers?|managers?)$/;

/** Folders of a machine, and where its packages came from: neither is true on another one. */
const machinePath = /(?<![\w.$}~-])\/(work|root|tmp|home\/\w+|Users\/\w+)\/\w/;
const registryAddress = /registry\.(npmjs|yarnpkg)\.\w+|"resolved":\s*"https?:/;

const isCode = (path: string): boolean => /^(apps|libs|tools)\//.test(path);

/** Everything that is wrong with the layout, one line each: `path: what is wrong`. */
export function wrongWith(files: readonly TrackedFile[]): readonly string[] {
  return files.flatMap((file) => [...problemsOf(file)].map((problem) => `${file.path}: ${problem}`));
}

function* problemsOf({ path, text }: TrackedFile): Generator<string> {
  if (isCode(path)) {
    yield* namesOf(path);
    if (path.endsWith('.ts')) yield* suffixOf(path);
  }
  if (text === null) return;
  const place = machinePath.exec(text) ?? registryAddress.exec(text);
  if (place) yield `names a place of one machine: ${place[0]}`;
  if (/^(apps|libs|tools)\/.*\.ts$/.test(path) && isBarrel(path, text))
    yield 'only passes on what others export; only the index of a library may';
}

function* namesOf(path: string): Generator<string> {
  for (const part of path.split('/')) {
    const name = part.split('.')[0] ?? '';
    if (saysNothing.test(name) || endsInNothing.test(name)) yield `"${name}" says nothing about what is inside`;
    if (name !== '' && !/^[a-z0-9-]+$/.test(name) && !/^[A-Z]+$/.test(name))
      yield `"${name}" is not written in small letters and dashes`;
  }
}

function* suffixOf(path: string): Generator<string> {
  const known = path.startsWith('apps/') ? serviceSuffixes : path.startsWith('libs/') ? librarySuffixes : toolSuffixes;
  const suffixes = (path.split('/').at(-1) ?? '').split('.').slice(1, -1);
  // A spec may carry the suffix of what it tests.
  if (suffixes.length > (/spec$/.test(suffixes.at(-1) ?? '') ? 2 : 1)) yield 'has more than one suffix';
  for (const suffix of suffixes)
    if (!known.includes(suffix)) yield `the suffix .${suffix} is not of the closed list: ${known.join(', ')}`;
}

function isBarrel(path: string, text: string): boolean {
  if (/^libs\/[^/]+\/src\/index\.ts$/.test(path)) return false;
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
