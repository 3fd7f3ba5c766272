/** `kushk dev`: runs a plugin against a local instance and shows what happens. */
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Terminal } from '../terminal.js';
import { isLocalHub, localPassword, localStaffConnection, type ConnectionFlags } from '../connection.js';
import { watchNpx } from '../dev/ancestor-watch.js';
import { requireNoRunningDev, serveControl, type ControlAction, type PrintedLine } from '../dev/dev-control.js';
import { credentialLines } from '../dev/credential-variables.js';
import { DevRun } from '../dev/dev-run.js';
import { OutageEnd } from '../dev/outage-end.js';
import { settingsSchemaIn } from '../dev/installed-plugin.js';
import { InstanceClient } from '../dev/instance-client.js';
import { isMuAmount } from '../dev/mu-amount.js';
import { pageLines } from '../dev/page-lines.js';
import { findOrStartSystem, type RunningSystem } from '../dev/system-process.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { liveView } from '../live-view/live-view.js';
import { readKeys } from '../live-view/keys.js';
import { phrase } from '../phrase.js';
import { manifestFile, startCommandOf } from '../plugin-folder.js';
import { requirePackages } from '../plugin-process/plugin-packages.js';
import { givenSettings, readAssignments, type SettingsOptions } from '../settings/settings-input.js';

export interface DevOptions extends ConnectionFlags, SettingsOptions {
  readonly manifest?: string;
  /** A command; false: the plugin is started elsewhere. */
  readonly run?: string | boolean;
  readonly start: boolean;
  readonly mu: string;
  readonly plan?: string;
  readonly credentialsFile?: string;
  readonly reinstall?: boolean;
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What answers other commands. All are null until the system runs. */
interface DevParts {
  run: DevRun | null;
  system: RunningSystem | null;
  outageEnd: OutageEnd | null;
}
interface Development {
  readonly file: string;
  readonly stopping: AbortController;
  readonly parts: DevParts;
}

/** Runs until Ctrl-C, and then stops what it has started: the plugin, and the system if none ran before. */
export async function develop(terminal: Terminal, options: DevOptions): Promise<ExitCode> {
  const file = manifestFile(options.manifest);
  if (!isMuAmount(options.mu)) throw usageFailure(phrase`not an amount of MU: ${options.mu}`);
  await requireNoRunningDev(file);
  if (startsPlugin(options) && (typeof options.run === 'string' || startCommandOf(file) !== null))
    requirePackages(dirname(file));
  const set = await readAssignments(terminal, options.set ?? [], await settingsSchemaIn(file));
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  const endWatch = watchNpx(stop);
  const parts: DevParts = { run: null, system: null, outageEnd: null };
  // A system that is started needs half a minute: another `kushk dev` finds this one from now on.
  const control = await serveControl(file, (action, argument) =>
    answerAction(terminal, { action, argument }, { parts, stop }),
  );
  try {
    await runOnSystem(terminal, { ...options, set }, { file, stopping, parts });
    return EXIT.ok;
  } finally {
    control?.close();
    endWatch();
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  }
}

/** A plugin that runs here takes its credentials itself, and they are shown once only. */
function startsPlugin({ run, credentialsFile }: DevOptions): boolean {
  return run !== false && (typeof run === 'string' || credentialsFile === undefined);
}

async function runOnSystem(
  terminal: Terminal,
  options: DevOptions,
  { file, stopping, parts }: Development,
): Promise<void> {
  const system = await findOrStartSystem({
    flags: options,
    mayStart: options.start,
    onStarting: (line) => terminal.note(line),
    signal: stopping.signal,
  });
  if (system === null)
    return terminal.note(terminal.translate`stopped before the local system was ready: nothing was left running`);
  const { connection, hub } = system;
  const isLocal = isLocalHub(hub);
  const password = isLocal ? localPassword() : null;
  for (const line of pageLines(terminal, { instance: connection.origin, hub, password })) terminal.note(line);
  const view = liveView(terminal);
  const run = new DevRun({
    terminal,
    view,
    file,
    client: new InstanceClient(connection, terminal.language),
    hub,
    reviewer: isLocal ? localStaffConnection(options, 'reviewer') : null,
    run: startsPlugin(options) ? options.run : false,
    mu: options.mu,
    plan: options.plan ?? null,
    givenSettings: (schema) => givenSettings(options, schema),
    settingsFile: options.settings === undefined || options.settings === '-' ? null : options.settings,
    reinstall: options.reinstall === true,
    saveCredentials:
      options.credentialsFile === undefined
        ? null
        : (credentials) => saveLines(options.credentialsFile ?? '', credentialLines(credentials)),
  });
  [parts.run, parts.system] = [run, system];
  parts.outageEnd = new OutageEnd(() => run.notes.outageEnded(run.id, run.isPolling));
  const restoreTerminal = terminal.json
    ? (): void => undefined
    : readKeys((key) => (key === 'quit' ? stopping.abort() : run.press(key)));
  try {
    await run.untilAborted(stopping.signal);
  } finally {
    restoreTerminal();
    view.close();
    await run.stop();
    if (system.wasStarted) terminal.note(endOfSystem(terminal));
    await system.stop();
  }
}

/** What other commands ask for: `kushk dev restart`, `kushk dev stop`, and the lines that the plugin has printed. */
async function answerAction(
  terminal: Terminal,
  { action, argument }: { readonly action: ControlAction; readonly argument: number },
  { parts: { run, system, outageEnd }, stop }: { readonly parts: DevParts; readonly stop: () => void },
): Promise<readonly PrintedLine[]> {
  switch (action) {
    case 'restart':
      if (run === null) throw new Error(terminal.translate`the local system is still starting`);
      await run.restart();
      return [];
    case 'outage':
      outageEnd?.endsAfter(argument);
      return [];
    case 'lines':
      return run?.printedLines.lines ?? [];
    case 'stop':
      stop();
      return system?.wasStarted === true ? [{ atMs: Date.now(), text: endOfSystem(terminal) }] : [];
  }
}

function endOfSystem(terminal: Terminal): string {
  return terminal.translate`stopping the local system, which this "kushk dev" has started: another "kushk dev" on this machine loses it`;
}

/** Only the owner may read the file: it contains credentials. */
function saveLines(file: string, lines: readonly string[]): void {
  try {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  } catch (error) {
    throw new Failure(phrase`cannot write ${file} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`, {
      code: 'cli.usage',
      exitCode: EXIT.usage,
    });
  }
}
