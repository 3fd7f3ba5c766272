/** `kushk plugin test`: plays the service against a plugin and checks what the contract demands of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@kushk/contracts';
import { validateAgainst, type Manifest } from '@kushk/manifest';
import { durationMs } from '../duration.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { problemCount, problemLines, readText } from '../manifest-file.js';
import { phrase } from '../phrase.js';
import { manifestFile, portOf, startCommandOf } from '../plugin-folder.js';
import { freePort, PluginProcess } from '../plugin-process/plugin-process.js';
import type { CaseResult } from '../plugin-test/case.js';
import { caseDocument, caseLines, countsOf, junitXml } from '../plugin-test/report.js';
import { runCases, TEST_CASES } from '../plugin-test/run-cases.js';
import { TestContext, type TestOptions } from '../plugin-test/test-context.js';
import { TestService } from '../plugin-test/test-service.js';
import type { Terminal } from '../terminal.js';
import { afterTest } from './next-command.js';

export interface PluginTestOptions {
  readonly manifest?: string;
  readonly only?: readonly string[];
  readonly run?: string | true;
  readonly listen?: string;
  readonly deadline: string;
  readonly junit?: string;
  readonly arguments?: string;
}

/** How long a plugin may go on after its answer. The cases that look for effects wait this long. */
const SETTLE_MS = 200;
const MAX_PORT = 65_535;
/** What is stored of the output of the plugin during one case. */
const MAX_OUTPUT_CHARACTERS = 8_000;
/** Where a plugin that was started elsewhere finds the keys (`KUSHK_BASE_URL`). */
const DEFAULT_PORT = '8079';

/** Exits with 0 when no case failed, and with 1 otherwise. */
export async function testPlugin(
  terminal: Terminal,
  url: string | undefined,
  options: PluginTestOptions,
): Promise<ExitCode> {
  const file = manifestFile(options.manifest);
  const only = requireCases(options.only);
  const manifest = await readManifest(terminal, file);
  if (manifest === null) return EXIT.refused;
  const toolArguments = toolArgumentsFrom(terminal, options.arguments, manifest);
  const baseUrl = await addressFrom(url, options.run, manifest);
  // A plugin that this command starts learns the port from its environment.
  const listen = options.listen ?? (options.run === undefined ? DEFAULT_PORT : '0');
  const service = await TestService.start(manifest, portFrom(listen));
  const plugin = pluginProcess(terminal, { file, run: options.run, baseUrl, hub: service.origin });
  try {
    await plugin?.process.start();
    const context = new TestContext({
      baseUrl,
      manifest,
      service,
      deadlineMs: durationMs(options.deadline),
      settleMs: SETTLE_MS,
      toolArguments,
      restart: plugin === null ? null : () => plugin.process.restart(),
    });
    const results = await runCases(context, {
      ...(only !== undefined && { only }),
      ...(plugin !== null && { takeOutput: plugin.takeOutput }),
      onResult: (result) => {
        if (!terminal.json) terminal.lines(caseLines(terminal, result));
      },
    });
    report(terminal, results, { file, manifest, baseUrl, junit: options.junit });
    return results.some(({ status }) => status === 'failed') ? EXIT.refused : EXIT.ok;
  } finally {
    await plugin?.process.stop();
    if (plugin !== null) rmSync(plugin.stateFolder, { recursive: true, force: true });
    service.stop();
  }
}

async function readManifest(terminal: Terminal, file: string): Promise<Manifest | null> {
  const { checkSource, parseManifestYaml } = await import('@kushk/manifest');
  const text = readText(file);
  const { problems } = checkSource(text, { production: false });
  const blocking = problems.filter(({ severity }) => severity === 'error');
  if (blocking.length === 0) return parseManifestYaml(text).manifest as Manifest;
  const error = { code: 'catalogue.manifest_invalid', params: { file, problems: blocking } };
  terminal.result({ error }, [...problemLines(terminal, file, blocking), problemCount(terminal, blocking)]);
  return null;
}

function requireCases(only: readonly string[] | undefined): readonly string[] | undefined {
  const ids = TEST_CASES.map(({ id }) => id);
  const unknown = only?.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw usageFailure(phrase`no such case: ${unknown}; there are ${ids.join(', ')}`);
  return only;
}

/** A plugin that this command starts gets a free port, so that it can run beside the one of `kushk dev`. */
async function addressFrom(
  url: string | undefined,
  run: PluginTestOptions['run'],
  { base_url: declared }: Manifest,
): Promise<string> {
  const address = addressOf(url ?? declared);
  if (url !== undefined || run === undefined) return address;
  const free = new URL(address);
  free.port = String(await freePort());
  return addressOf(free.href);
}

function addressOf(text: string | undefined): string {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usageFailure(phrase`name the address of the plugin, such as http://localhost:8090`);
  return url.href.replace(/\/+$/, '');
}

function portFrom(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : MAX_PORT + 1;
  if (port > MAX_PORT) throw usageFailure(phrase`not a port: ${text}`);
  return port;
}

/** The given arguments by the name of the tool: JSON, or the path of a file with it. */
function toolArgumentsFrom(
  { language }: Terminal,
  given: string | undefined,
  { tools = [] }: Manifest,
): TestOptions['toolArguments'] {
  if (given === undefined) return {};
  const byTool = parsedObject(given.trimStart().startsWith('{') ? given : readText(given));
  for (const [name, args] of Object.entries(byTool)) {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined)
      throw usageFailure(
        phrase`--arguments names ${name}, which is no tool of the manifest; there are ${tools.map((one) => one.name).join(', ')}`,
      );
    // The service checks the arguments first, so a plugin never gets others.
    const [problem] = validateAgainst({ ...tool.input_schema, type: 'object' }, args);
    if (problem !== undefined)
      throw usageFailure(
        phrase`the arguments of ${name} in --arguments do not match its input_schema: ${problem.path} ${language === 'fa' ? problem.message_fa : problem.message}`,
      );
  }
  return byTool as TestOptions['toolArguments'];
}

function parsedObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw usageFailure(phrase`--arguments must be a JSON object with the arguments by the name of the tool`);
}

interface ProcessRequest {
  readonly file: string;
  readonly run: string | true | undefined;
  readonly baseUrl: string;
  readonly hub: string;
}

interface TestedProcess {
  readonly process: PluginProcess;
  readonly stateFolder: string;
  /** What the plugin has written since the last call, at most its last part. */
  readonly takeOutput: () => string;
}

/** The plugin's process, with a state of its own; null without `--run`. */
function pluginProcess(terminal: Terminal, { file, run, baseUrl, hub }: ProcessRequest): TestedProcess | null {
  if (run === undefined) return null;
  const command = run === true ? startCommandOf(file) : run;
  if (command === null) throw usageFailure(phrase`no start command: name it with --run "COMMAND"`);
  const stateFolder = mkdtempSync(join(tmpdir(), 'kushk-plugin-test-'));
  const environment = { PORT: portOf(baseUrl), KUSHK_BASE_URL: hub, KUSHK_STATE_DIR: stateFolder };
  let output = '';
  const onOutput = (text: string): void => {
    output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
    if (process.env['KUSHK_VERBOSE'] !== undefined) terminal.note(text.trimEnd());
  };
  const folder = dirname(file);
  const takeOutput = (): string => {
    const taken = output;
    output = '';
    return taken;
  };
  return { process: new PluginProcess({ command, folder, environment, baseUrl, onOutput }), stateFolder, takeOutput };
}

interface ReportOptions {
  /** Path of the manifest. */
  readonly file: string;
  readonly manifest: Manifest;
  readonly baseUrl: string;
  readonly junit: string | undefined;
}

function report(
  terminal: Terminal,
  results: readonly CaseResult[],
  { file, manifest, baseUrl, junit }: ReportOptions,
): void {
  const counts = countsOf(results);
  const { language } = terminal;
  if (junit !== undefined) writeReport(junit, junitXml(results, manifest.id, language));
  if (terminal.json)
    terminal.document({
      plugin_id: manifest.id,
      version: manifest.version,
      url: baseUrl,
      ...counts,
      cases: results.map((result) => caseDocument(result, language)),
    });
  else
    terminal.lines([
      '',
      terminal.paint(
        counts.failed === 0 ? 'green' : 'red',
        terminal.translate`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
      ),
      ...(counts.failed === 0 && results.length === TEST_CASES.length ? afterTest(terminal, file) : []),
    ]);
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw usageFailure(phrase`cannot write ${file} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}
