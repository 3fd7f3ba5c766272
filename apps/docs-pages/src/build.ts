/** Builds the documents: one HTML file per page and language, the assets with their hashes, and a search index. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { downloads } from './downloads.js';
import { listForModels } from './list-for-models.js';
import { documentOf, type Assets } from './layout.js';
import { readDocuments } from './pages.js';
import { searchIndex } from './search-index.js';
import { LANGUAGES, type Language } from './texts.js';

const folder = resolve(import.meta.dirname, '..');
const root = resolve(folder, '../..');
const docs = join(root, 'docs');
const dist = join(folder, 'dist');

function write(name: string, content: string | Uint8Array): void {
  const file = join(dist, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Writes an asset under a name with its hash, and compressed beside it. Returns its address. */
function asset(name: string, content: Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
  const extension = extname(name);
  const hashed = `${basename(name, extension)}-${hash}${extension}`;
  write(`assets/${hashed}`, content);
  if (extension !== '.woff2') {
    write(`assets/${hashed}.br`, brotliCompressSync(content));
    write(`assets/${hashed}.gz`, gzipSync(content, { level: 9 }));
  }
  return `/docs/assets/${hashed}`;
}

/** Bundles script and style. The fonts get names of their own, so that the document can ask for them early. */
async function bundle(): Promise<Pick<Assets, 'style' | 'script' | 'fonts'>> {
  const fonts = new Map<string, string>();
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: { docs: 'src/client/docs.ts', style: 'src/client/docs.css' },
    outdir: 'dist/assets',
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    conditions: ['@kushk/source'],
    write: false,
    logLevel: 'warning',
    plugins: [
      {
        name: 'fonts',
        setup: ({ onResolve }) =>
          onResolve({ filter: /\.woff2$/ }, async ({ path }) => {
            const file = join(root, 'node_modules', path);
            const address = asset(basename(file), readFileSync(file));
            fonts.set(basename(file), address);
            return { path: address, external: true };
          }),
      },
    ],
  });
  const output = (end: string): Uint8Array => outputFiles.find(({ path }) => path.endsWith(end))!.contents;
  return {
    style: asset('docs.css', output('.css')),
    script: asset('docs.js', output('.js')),
    fonts: [...fonts].filter(([name]) => /vazirmatn-(?:arabic|latin)-/.test(name)).map(([, address]) => address),
  };
}

rmSync(dist, { recursive: true, force: true });
const { errors, pages, keywords } = readDocuments(docs);
const search = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    asset(`search-${language}.json`, Buffer.from(searchIndex(pages[language], keywords))),
  ]),
) as Record<Language, string>;
const mark = asset('mark.svg', readFileSync(join(root, 'libs/ui/src/shell/mark.svg')));
const assets: Assets = { ...(await bundle()), mark, search };
for (const language of LANGUAGES)
  for (const page of pages[language])
    write(`pages/${language}/${page.slug || 'index'}.html`, documentOf(page, pages[language], assets));
for (const { slug, language, markdown } of LANGUAGES.flatMap((one) => pages[one]))
  if (markdown !== undefined) write(`markdown/${language}/${slug || 'index'}.md`, markdown);
write('llms.txt', listForModels(pages));
for (const file of downloads) write(`assets/${file}`, readFileSync(join(docs, file)));
write('errors.json', JSON.stringify(Object.fromEntries(errors)));
