/** Calls of a tool, and what the plugin asks of the API meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ToolDeclaration } from '@kushk/manifest';
import { firstPart, shown, type PluginAnswer } from '../plugin-call.js';
import type { TestContext } from '../test-context.js';
import type { TestInstallation } from '../test-installation.js';
import type { ReceivedCall } from '../test-service.js';

export interface ToolRun {
  readonly tool: ToolDeclaration;
  /** What was sent. */
  readonly args: unknown;
  /** The handle that was sent. */
  readonly handle: string;
  readonly answer: PluginAnswer;
  /** What the plugin called for this installation during the call and shortly after it. */
  readonly calls: readonly ReceivedCall[];
}

/** How often an installation is looked at until the plugin writes nothing for it any more. */
const MAX_LOOKS = 10;
const SHOWN_CALLS = 5;

export async function runTool(
  context: TestContext,
  { tool, installation }: { readonly tool: ToolDeclaration; readonly installation: TestInstallation },
): Promise<ToolRun> {
  const { service, options } = context;
  const before = new Set(service.calls);
  const { handle, ...answer } = await context.callTool(installation, tool);
  await pause(options.settleMs);
  const calls = service.calls.filter((call) => !before.has(call) && call.installationId === installation.id);
  return { tool, args: context.argumentsOf(tool), handle, answer, calls };
}

/** The run in one line: arguments, calls to the API, answer. */
export function shownRun({ tool, args, answer, calls }: ToolRun): string {
  const requests = calls.slice(0, SHOWN_CALLS).map((call) => `${call.method} ${call.path}: ${call.answer}`);
  const more = calls.length > SHOWN_CALLS ? [`… ${calls.length - SHOWN_CALLS} more`] : [];
  const suffix = requests.length === 0 ? '' : ` (it called ${[...requests, ...more].join(', ')})`;
  return `${tool.name} ${firstPart(JSON.stringify(args))} → ${shown(answer)}${suffix}`;
}

/** Whether a call of the plugin, during a tool call with the handle, is one that a tool must not make. */
export type IsWrong = (call: ReceivedCall, handle: string) => boolean;

/**
 * The wrong calls that a tool makes. A call with a handle belongs to the tool in any case. A call with the token of the
 * installation may have another reason, so it counts when the plugin called nothing before the tool call, and when the
 * same happens in a second installation.
 */
export async function wrongCallsOf(
  context: TestContext,
  tool: ToolDeclaration,
  isWrong: IsWrong,
): Promise<readonly ReceivedCall[]> {
  const first = await wrongInNewInstallation(context, tool, isWrong);
  if (first.length === 0 || first.some(({ handle }) => handle !== null)) return first;
  const second = await wrongInNewInstallation(context, tool, isWrong);
  return first.filter((call) => second.some((other) => kindOf(other) === kindOf(call)));
}

async function wrongInNewInstallation(
  context: TestContext,
  tool: ToolDeclaration,
  isWrong: IsWrong,
): Promise<readonly ReceivedCall[]> {
  const installation = await context.install();
  const isQuiet = await becomesQuiet(context, installation);
  const { handle, calls } = await runTool(context, { tool, installation });
  const wrong = calls.filter((call) => isWrong(call, handle));
  const ofPerson = wrong.filter((call) => call.handle !== null);
  return ofPerson.length > 0 || !isQuiet ? ofPerson : wrong;
}

/** Waits until the plugin has finished what it does for a new installation. False when it never stops. */
export async function becomesQuiet({ service, options }: TestContext, { id }: TestInstallation): Promise<boolean> {
  const count = (): number =>
    service.calls.filter(({ installationId, path }) => installationId === id && path !== '/events').length;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const before = count();
    await pause(options.settleMs);
    if (count() === before) return true;
  }
  return false;
}

/** `POST /wallet` for every charge: ids in the path differ between installations. */
const kindOf = ({ method, path }: ReceivedCall): string => `${method} ${path.split('/', 2).join('/')}`;
