/** Compiles the examples of the plugin guide and of the SDK's README, so that a reader can copy them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkContent, checkStructure, parseManifestYaml, type Manifest } from '@kushk/manifest';
import ts from 'typescript';

const guides = ['docs/plugin-authors.md', 'docs/guide/fa/plugin.md', 'libs/plugin-sdk/README.md'];

const onSystem = 'apps/e2e/src/journeys/guide-examples.e2e-spec.ts';
const inShell = 'apps/e2e/src/journeys/guide-commands.e2e-spec.ts';
const inCi = 'apps/cli/src/publishing-guide.int-spec.ts';
/** The commands of both languages are equal (tools/pack/guide-blocks.spec.ts, apps/cli/src/guide-commands.spec.ts). */
const asInEnglish = 'as in English';
/**
 * The tests that run the blocks of a page, by language. TypeScript and JavaScript run against an instance, in a page of
 * a browser where they belong there; YAML and JSON are published and sent to it; commands run in a shell. Python, PHP,
 * Go and Java are files in docs/verify without blocks in a page: tools/generate/verify/verifiers.int-spec.ts runs
 * the vectors through each of which the machine has the language.
 */
const ranBy: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'docs/plugin-authors.md': {
    ts: [onSystem],
    js: [onSystem],
    yaml: [onSystem],
    json: [onSystem],
    sh: [inShell],
  },
  'docs/guide/fa/plugin.md': { ts: [onSystem], console: [inShell], sh: [asInEnglish] },
  'libs/plugin-sdk/README.md': { ts: [onSystem] },
  // Without a reader's key, the requests with curl go nowhere. publisher-api.e2e-spec.ts sends the same.
  'docs/publishing.md': { yaml: [inCi], console: [inCi] },
  'docs/guide/fa/publishing.md': { console: [asInEnglish] },
  'docs/guide/en/first-plugin.md': { sh: [inShell], 'sh background': [inShell] },
  'docs/guide/fa/first-plugin.md': { sh: [asInEnglish], 'sh background': [asInEnglish] },
};
interface Described {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly requestBody: {
            readonly content: { readonly 'application/json': { readonly schema: { readonly properties: object } } };
          };
        };
      }
    >
  >;
}
const pagesOf = (language: string): readonly string[] =>
  readdirSync(resolve('docs/guide', language)).map((name) => `docs/guide/${language}/${name}`);
const pages = [...Object.keys(ranBy), ...pagesOf('en'), ...pagesOf('fa')].filter(
  (page, index, all) => all.indexOf(page) === index,
);
const examplesIn = (path: string, language: string): readonly string[] =>
  [...readFileSync(resolve(path), 'utf8').matchAll(new RegExp('^```' + language + '\\n(.*?)^```', 'gms'))].map(
    ([, code = '']) => code,
  );

/** Compiles each source as a module of its own and returns the errors with the line of the source. */
function errorsIn(sources: readonly string[]): readonly string[] {
  const read = ts.readConfigFile(resolve('tsconfig.base.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, resolve('.'));
  const byName = new Map(
    sources.map((source, index) => [resolve('libs/plugin-sdk/src', `example-${index}.ts`), source]),
  );
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const [readSource, fileExists] = [host.getSourceFile.bind(host), host.fileExists.bind(host)];
  host.getSourceFile = (path, version) => {
    const source = byName.get(path);
    return source === undefined ? readSource(path, version) : ts.createSourceFile(path, source, version);
  };
  host.fileExists = (path) => byName.has(path) || fileExists(path);
  const program = ts.createProgram([...byName.keys()], { ...options, noEmit: true }, host);
  return [...byName].flatMap(([name, source]) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(name)).map(({ start = 0, messageText }) => {
      const line = source.slice(0, start).split('\n').length;
      return `${source.split('\n')[line - 1]?.trim()}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    }),
  );
}

describe('the examples of the plugin guide', () => {
  it('compile', () => {
    const examples = guides.flatMap((path) => examplesIn(path, 'ts'));
    expect(examples.length).toBeGreaterThan(8);
    const wrong =
      "import type { KushkClient } from '@kushk/plugin-sdk';\nexport const x = (c: KushkClient) => c.reed;\n";
    expect(errorsIn([...examples, wrong])).toEqual([expect.stringContaining("Property 'reed' does not exist")]);
  });

  it('are the same programs in both languages, apart from comments and texts', () => {
    const bare = (code: string): string => code.replace(/\s*\/\/.*$/gm, '').replace(/[`'"].*?[`'"]/g, "''");
    const english = new Set(examplesIn('docs/plugin-authors.md', 'ts').flatMap((code) => bare(code).match(/\w+\(/g)));
    const persian = examplesIn('docs/guide/fa/plugin.md', 'ts').flatMap((code) => bare(code).match(/\w+\(/g));
    expect(persian.filter((call) => !english.has(call))).toEqual([]);
  });

  it('parse: the script of a page, the fields of a page in the manifest, and the body of a request', () => {
    const [script = ''] = examplesIn('docs/plugin-authors.md', 'js');
    const { diagnostics = [] } = ts.transpileModule(script, {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
    });
    expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
    const [manifest = '', ui = ''] = examplesIn('docs/plugin-authors.md', 'yaml');
    expect(checkStructure(parseManifestYaml(`${manifest}${ui}`).manifest, { production: true })).toEqual([]);
    const [source = ''] = examplesIn('docs/plugin-authors.md', 'json');
    const { paths } = JSON.parse(readFileSync(resolve('docs/openapi/plugin.json'), 'utf8')) as Described;
    const { properties } = paths['/sources']!.post.requestBody.content['application/json'].schema;
    expect(Object.keys(JSON.parse(source) as object).filter((name) => !(name in properties))).toEqual([]);
  });

  it.each(pages)('have in each language a test that runs them, or a reason why none does: %s', (page) => {
    const languages = new Set(
      [...readFileSync(resolve(page), 'utf8').matchAll(/^```(.*)\n[^]*?^```$/gm)].map(([, name]) => name!),
    );
    expect(Object.keys(ranBy[page] ?? {}).sort()).toEqual([...languages].sort());
    for (const spec of Object.values(ranBy[page] ?? {}).flat())
      if (spec !== asInEnglish) expect([spec, existsSync(resolve(spec))]).toEqual([spec, true]);
  });

  it('have a name for the page in each test that runs its blocks', () => {
    for (const [page, byLanguage] of Object.entries(ranBy))
      for (const spec of Object.values(byLanguage).flat())
        if (spec !== asInEnglish) {
          const names = [page, page.replace('docs/', ''), page.split('/').at(-1)!, 'guide/${language}/'];
          const text = readFileSync(resolve(spec), 'utf8');
          expect([page, spec, names.some((name) => text.includes(name))]).toEqual([page, spec, true]);
        }
  });

  it('contain a manifest that passes all checks of the hub and of an instance', () => {
    const [manifest = ''] = examplesIn('docs/plugin-authors.md', 'yaml');
    const parsed = parseManifestYaml(manifest);
    expect(parsed.problems).toEqual([]);
    expect(checkStructure(parsed.manifest, { production: true })).toEqual([]);
    expect(checkContent(parsed.manifest as Manifest)).toEqual([]);
  });
});
