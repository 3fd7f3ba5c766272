/** `kushk plugin test`: plays the service against a plugin and checks what the contract demands of it. */
import { writeFileSync } from 'node:fs';
import type { Manifest } from '@kushk/manifest';
import { durationMs } from '../duration.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { problemCount, problemLines, readText } from '../manifest-file.js';
import { phrase } from '../phrase.js';
import { manifestFile } from '../plugin-folder.js';
import { freePort } from '../plugin-process/plugin-process.js';
import type { CaseResult, TestCase } from '../plugin-test/case.js';
import { pageActionsFrom, toolArgumentsFrom } from '../plugin-test/given-values.js';
import { caseDocument, caseLines, countsOf, junitXml } from '../plugin-test/report.js';
import { POLL_CASES, runCases, TEST_CASES } from '../plugin-test/run-cases.js';
import { TestContext } from '../plugin-test/test-context.js';
import { TestedProcess } from '../plugin-test/tested-process.js';
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
  readonly actions?: string;
  readonly poll?: true;
}

/** How long a plugin may go on after its answer. The cases that look for effects wait this long. */
const SETTLE_MS = 200;
/** How long a plugin may take to do what it has put off while the API was down. */
const EFFECT_MS = 10_000;
const MAX_PORT = 65_535;
/** Where a plugin that was started elsewhere finds the keys (`KUSHK_BASE_URL`). */
const DEFAULT_PORT = '8079';

/** Exits with 0 when no case failed, and with 1 otherwise. */
export async function testPlugin(
  terminal: Terminal,
  url: string | undefined,
  options: PluginTestOptions,
): Promise<ExitCode> {
  const file = manifestFile(options.manifest);
  const manifest = await readManifest(terminal, file);
  if (manifest === null) return EXIT.refused;
  const isPolling = options.poll === true || manifest.delivery === 'poll';
  if (isPolling && options.run === undefined)
    throw usageFailure(phrase`a plugin that polls is tested only when this command starts it: add --run`);
  const cases = isPolling ? POLL_CASES : TEST_CASES;
  const only = requireCases(options.only, cases);
  const baseUrl = isPolling ? null : await addressFrom(url, options.run, manifest);
  const toolArguments = toolArgumentsFrom(terminal, options.arguments, manifest);
  const pageActions = pageActionsFrom(options.actions);
  // A plugin that this command starts learns the port from its environment.
  const listen = options.listen ?? (options.run === undefined ? DEFAULT_PORT : '0');
  const service = await TestService.start(manifest, portFrom(listen));
  const { run } = options;
  const note = (text: string): void => terminal.note(text);
  const plugin = run === undefined ? null : new TestedProcess({ file, run, baseUrl, hub: service.hub.origin, note });
  try {
    const context = new TestContext({
      baseUrl: baseUrl ?? '',
      manifest,
      service,
      deadlineMs: durationMs(options.deadline),
      settleMs: SETTLE_MS,
      effectMs: EFFECT_MS,
      toolArguments,
      pageActions,
      restart: plugin === null ? null : (how) => plugin.restart(how),
    });
    plugin?.onOutput(context.onOutput);
    // A plugin that polls is started by its first case, which has credentials for it.
    if (!isPolling) await plugin?.start();
    const results = await runCases(context, {
      cases,
      ...(only !== undefined && { only }),
      ...(plugin !== null && { takeOutput: () => plugin.takeOutput() }),
      onResult: (result) => {
        if (!terminal.json) terminal.lines(caseLines(terminal, result));
      },
    });
    report(terminal, results, { file, manifest, baseUrl, cases, junit: options.junit });
    return results.some(({ status }) => status === 'failed') ? EXIT.refused : EXIT.ok;
  } finally {
    await plugin?.stop();
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

function requireCases(only: readonly string[] | undefined, cases: readonly TestCase[]): readonly string[] | undefined {
  const ids = cases.map(({ id }) => id);
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

interface ReportOptions {
  /** Path of the manifest. */
  readonly file: string;
  readonly manifest: Manifest;
  /** Null for a plugin that polls. */
  readonly baseUrl: string | null;
  readonly cases: readonly TestCase[];
  readonly junit: string | undefined;
}

function report(
  terminal: Terminal,
  results: readonly CaseResult[],
  { file, manifest, baseUrl, cases, junit }: ReportOptions,
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
      ...(counts.failed === 0 && results.length === cases.length ? afterTest(terminal, file) : []),
    ]);
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw usageFailure(phrase`cannot write ${file} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}
