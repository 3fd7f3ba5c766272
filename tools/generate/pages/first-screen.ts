/** Fails a build in which opening one of the screens directly would load more script than a first screen may. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The most Brotli bytes of script that the first screen of an application may load. */
export const FIRST_SCREEN_BYTES = 180_000;

/** A built file with what it needs before it runs. */
export interface BuiltFile {
  readonly bytes: number;
  readonly imports: readonly string[];
}

export interface ScreenWeight {
  readonly screen: string;
  readonly bytes: number;
}

/** Returns the bytes of the given files and of all that they import, each file counted once. */
export function bytesOf(files: ReadonlyMap<string, BuiltFile>, roots: readonly string[]): number {
  const seen = new Set<string>();
  const wanted = [...roots];
  let bytes = 0;
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const file = files.get(name);
    if (file === undefined) throw new Error(`no file ${name} was built`);
    bytes += file.bytes;
    wanted.push(...file.imports);
  }
  return bytes;
}

/** One line for each screen that is too heavy, the heaviest first. */
export function tooHeavy(screens: readonly ScreenWeight[], limit = FIRST_SCREEN_BYTES): readonly string[] {
  return screens
    .filter(({ bytes }) => bytes > limit)
    .sort((left, right) => right.bytes - left.bytes)
    .map(({ screen, bytes }) => `${screen} loads ${bytes} bytes of script, of at most ${limit}`);
}

const START = /\/src\/main\.tsx$/;
export const ROUTES = /\/routes\.tsx?$/;
/** What each language loads before anything is drawn. */
export const LANGUAGE_MODULES = {
  fa: [/virtual:texts\/fa$/, /\/aria-texts-fa\.ts$/],
  en: [/virtual:texts\/en$/, /\/i18n\/en-US\.\w+$/],
} as const;

/** The file that has a module. */
export function chunkWith(chunks: readonly Rolldown.OutputChunk[], pattern: RegExp): string {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => pattern.test(id)));
  if (found === undefined) throw new Error(`no chunk has a module ${pattern}`);
  return found.fileName;
}

type Built = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** Returns what each page of the routes loads when it is opened directly, in the language that needs more. */
export function screensOf(built: Built, chunks: readonly Rolldown.OutputChunk[], dir: string): readonly ScreenWeight[] {
  const files = new Map(
    chunks.map(({ fileName, imports }) => [fileName, { bytes: sentBytes(join(dir, fileName)), imports }]),
  );
  const chunkOf = (pattern: RegExp): string => chunkWith(chunks, pattern);
  const start = chunkOf(START);
  return chunks.flatMap(({ fileName, moduleIds }) =>
    moduleIds
      .filter((id) => built.getModuleInfo(id)?.dynamicImporters.some((importer) => ROUTES.test(importer)))
      .map((id) => ({
        screen: id.replace(/^.*\/src\//, ''),
        bytes: Math.max(
          ...Object.values(LANGUAGE_MODULES).map((texts) => bytesOf(files, [start, fileName, ...texts.map(chunkOf)])),
        ),
      })),
  );
}

/** The gateway sends the compressed file where there is one. */
function sentBytes(file: string): number {
  return (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size;
}

/** Runs after the files are compressed. */
export function firstScreens(): Plugin {
  return {
    name: 'kushk:first-screens',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }, bundle) {
        const screens = screensOf(
          this,
          Object.values(bundle).filter((one) => one.type === 'chunk'),
          dir,
        );
        if (screens.length === 0) this.error('no page was found in the routes');
        const problems = tooHeavy(screens);
        if (problems.length > 0) this.error(problems.join('\n'));
      },
    },
  };
}
