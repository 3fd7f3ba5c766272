import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { openapiDocuments } from '../map/routes.js';

const root = resolve(import.meta.dirname, '../../..');
const GENERATION_TIMEOUT_MS = 120_000;

/** Generates both clients of every document in a folder. Runs as a process, because jest cannot load the generators. */
const GENERATE = String.raw`
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypes, { astToString } from 'openapi-typescript';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
async function quicktypes(document, lang, rendererOptions) {
  const webhooks = Object.entries(document.webhooks ?? {}).map(([name, { post }]) =>
    ['Webhook ' + name, post.requestBody.content['application/json'].schema]);
  const definitions = { ...document.components.schemas, ...Object.fromEntries(webhooks) };
  const schema = JSON.stringify({ definitions }).replaceAll('#/components/schemas/', '#/definitions/');
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  await input.addSource({ name: 'Api', schema, uris: ['#/definitions/'] });
  const inputData = new InputData();
  inputData.addInput(input);
  return (await quicktype({ inputData, lang, rendererOptions })).lines.join('\n');
}
const folder = process.env.FOLDER;
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const name = file.slice(0, -'.json'.length);
  const document = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  writeFileSync(join(folder, name + '.ts'), astToString(await openapiTypes(structuredClone(document))));
  writeFileSync(join(folder, name + '-quicktype.ts'), await quicktypes(document, 'typescript', { 'just-types': true }));
  await createClient({ input: document, output: join(folder, name + '-client'), logs: { level: 'silent' } });
}
`;

function generateClients(folder: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', GENERATE], {
    cwd: join(root, 'tools/check/development'),
    encoding: 'utf8',
    env: { FOLDER: folder, NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(`the clients could not be generated\n${stdout}\n${stderr}`);
}

/** Compiles strictly and returns the errors. */
function errorsIn(files: readonly string[], exactOptionalPropertyTypes = false): readonly string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText, file }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

/** What a plugin's author writes with the generated clients: free objects take any properties, errors have types. */
const USE = `
import { listEvents, placeHold, putRecord, makeProposal, rotateCredential, settleHold } from './plugin-client/index.js';
import type { PluginEvent } from './plugin-client/index.js';
import { installPlugin, callTool } from './instance-client/index.js';
import { submitRelease } from './developer-client/index.js';
import type { components, operations } from './plugin.js';

export async function use(): Promise<string> {
  const installation_id = 'ins_1';
  const key = { 'Idempotency-Key': 'k1' };
  const hold = await placeHold({ headers: key, body: { service: 'ocr.page', count: 3 } });
  if (hold.data === undefined) return hold.error?.code ?? '';
  await settleHold({ headers: key, path: { hold_id: hold.data.id }, body: { count: 2 } });
  const path = { type: 'invoice', external_id: 'A-1' };
  const record = await putRecord({ path, body: { data: { number: 'A-1', lines: [{ total: 2 }] } } });
  const total: unknown = record.data?.data['number'];
  await makeProposal({
    body: { external_id: 'A-1', record_type: 'case', action: 'update', changes: { amount: '12.5' }, summary: 's' },
  });
  await installPlugin({
    body: { plugin_id: 'ir.acme.invoices', settings: { mode: 'x' }, consent: { scopes: ['records.own'] } },
  });
  const tool = await callTool({ path: { installation_id, name: 'find' }, body: { arguments: { q: 1 } } });
  await submitRelease({ body: { manifest: { schema: '1', id: 'ir.acme.invoices' } } });
  return String(total) + JSON.stringify(tool.data);
}

type PolledEvent = components['schemas']['PluginEvent'];
type Rotated = operations['rotateCredential']['responses'][200]['content']['application/json'];

export function outcomeOf(event: PolledEvent): string | null {
  return event.type === 'plugin.proposal.settled' ? event.data.outcome : null;
}
export function reasonOf(event: PluginEvent): string | null {
  return event.type === 'plugin.proposal.settled' ? event.data.reason : null;
}
export function tokenOf(rotated: Rotated): string | null {
  return rotated.what === 'token' ? rotated.token : rotated.signing_secret;
}
export async function polled(): Promise<readonly (string | null)[]> {
  const { data } = await listEvents();
  const rotated = await rotateCredential({ body: { what: 'token' } });
  const secret = rotated.data?.what === 'signing_secret' ? rotated.data.signing_secret : null;
  return [...(data?.events ?? []).map(reasonOf), secret];
}

export const holdBody: operations['placeHold']['requestBody']['content']['application/json'] = { service: 's', count: 1 };
export const recordBody: operations['putRecord']['requestBody']['content']['application/json'] = { data: { a: 1 } };
`;

const USE_OF_TYPES = `
import type { ProposalSettledEvent } from './plugin-quicktype.js';
export const outcomeOf = ({ data }: ProposalSettledEvent): 'applied' | 'rejected' => data.outcome;
`;

describe('clients that foreign generators make of the OpenAPI documents', () => {
  let folder: string;
  let errors: readonly string[];
  let typeErrors: readonly string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kushk-clients-'));
    const file = (name: string): string => join(folder, name);
    const documents = await openapiDocuments();
    for (const [name, document] of documents) writeFileSync(file(`${name}.json`), JSON.stringify(document));
    generateClients(folder);
    writeFileSync(file('use.ts'), USE);
    writeFileSync(file('use-types.ts'), USE_OF_TYPES);
    writeFileSync(file('misuse.ts'), USE.replace("service: 'ocr.page', count: 3", "service: 'ocr.page', count: '3'"));
    const names = [...documents.keys()];
    errors = errorsIn([...names.map((name) => file(`${name}-client/index.ts`)), file('use.ts'), file('misuse.ts')]);
    // The runtime that hey-api brings does not compile with this option.
    typeErrors = errorsIn(
      [...names.flatMap((name) => [file(`${name}.ts`), file(`${name}-quicktype.ts`)]), file('use-types.ts')],
      true,
    );
  }, GENERATION_TIMEOUT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compile strictly, and so does code that uses them', () => {
    expect(errors.filter((error) => !error.includes('/misuse.ts'))).toEqual([]);
  });

  it('compile with exact optional members when they are types alone', () => {
    expect(typeErrors).toEqual([]);
  });

  it('reject code that sends what an operation does not accept', () => {
    expect(errors.filter((error) => error.includes('/misuse.ts'))).toEqual([
      expect.stringContaining("'string' is not assignable to type"),
    ]);
  });
});
