/**
 * `npm run new-slice -- wallet/rename-wallet --command` (or `--query`, `--reaction`) writes the files of a slice with
 * a failing spec. It also adds the request to the contracts and the handler to the module. The path has the form
 * `service/slice` or `service/stream/slice`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { readSources } from '../map/program.js';
import { withController, withRequest } from './edits.js';
import { sliceFiles } from './slice-files.js';
import { sliceName, type SliceKind } from './slice-name.js';
import { publicFactNamed, streamTypesOf } from './stream-types.js';

const root = resolve(import.meta.dirname, '../../..');
const usage = 'Usage: npm run new-slice -- SERVICE[/STREAM]/SLICE --command | --query | --reaction';

async function main(): Promise<void> {
  const options = { command: { type: 'boolean' }, query: { type: 'boolean' }, reaction: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const kinds = (['command', 'query', 'reaction'] as const).filter((one) => values[one] === true);
  const [path] = positionals;
  const [kind] = kinds;
  if (path === undefined || kind === undefined || kinds.length > 1) throw new Error(usage);
  await writeSlice(path, kind);
}

async function writeSlice(path: string, kind: SliceKind): Promise<void> {
  const [service = ''] = path.split('/');
  const module = `apps/${service}/src/${service}.module.ts`;
  const contracts = `libs/contracts/src/${service}.ts`;
  if (!existsSync(join(root, module))) throw new Error(`there is no service "${service}": ${module} does not exist`);
  const sources = readSources(root, [...streamFilesOf(service), 'libs/contracts/src/*.ts']);
  const streams = streamTypesOf(sources, service);
  const name = sliceName(
    path,
    kind,
    streams.map(({ folder }) => folder),
  );
  const stream = streams.find(({ folder }) => folder === name.stream);
  const fact = kind === 'reaction' ? publicFactNamed(sources, name.contractName) : null;
  if (stream === undefined) throw new Error(`${service} has no stream ${name.stream}`);
  if (kind === 'reaction' && fact === null)
    throw new Error(`the contracts have no public fact "${name.contractName}" (libs/contracts/src, …Facts)`);

  const folder = `apps/${service}/src/${name.stream}/${name.slice}`;
  if (existsSync(join(root, folder))) throw new Error(`${folder} exists already`);
  const texts = new Map([...sliceFiles({ name, stream, fact })].map(([file, text]) => [`${folder}/${file}`, text]));
  if (kind !== 'reaction') texts.set(contracts, withRequest(readFileSync(join(root, contracts), 'utf8'), name));
  const withHandler = withController(readFileSync(join(root, module), 'utf8'), name);
  if (withHandler !== null) texts.set(module, withHandler);
  for (const [file, text] of texts) await writeFormatted(file, text);
  if (withHandler === null) process.stdout.write(`add ${name.handlerClass} to the controllers of ${module}\n`);
  process.stdout.write(`next: write the rules in ${folder}/${name.slice}.spec.ts, then npm test -- ${folder}\n`);
}

/** Returns the files that declare streams (`streamTypesOf`). They have few imports, so they compile quickly. */
function streamFilesOf(service: string): string[] {
  const source = `apps/${service}/src`;
  return readdirSync(join(root, source))
    .flatMap((folder) => ['', '-stream'].map((ending) => `${source}/${folder}/${folder}${ending}.ts`))
    .filter((file) => existsSync(join(root, file)));
}

async function writeFormatted(file: string, text: string): Promise<void> {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
  process.stdout.write(`wrote ${file}\n`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`new-slice: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
