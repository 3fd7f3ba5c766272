/** `kushk dev trigger` and `kushk dev tool`: try a plugin that is installed on a local instance. */
import type { DeliveryResource, TitledInstallation } from '@kushk/contracts';
import { commandAsTyped } from '../command-name.js';
import { adminConnection } from '../connection.js';
import { clientOf } from '../dev/client-of-person.js';
import { ChangeFollower } from '../dev/change-follower.js';
import { exampleEventData } from '../dev/example-event.js';
import { installationOf, type InstalledPluginOptions } from '../dev/installed-plugin.js';
import { InstanceClient } from '../dev/instance-client.js';
import { pluginOutputSince } from '../dev/plugin-output.js';
import { exampleToolCall } from '../dev/tool-example.js';
import { deliverNow, type TriggeredEvent } from '../dev/triggered-event.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { timeOf } from '../live-view/entry-text.js';
import { WRITE_IN_TOOL } from '../next-step.js';
import { phrase } from '../phrase.js';
import { printable, type Terminal } from '../terminal.js';

export interface TriggerOptions extends InstalledPluginOptions {
  readonly data?: string;
}
export interface ToolOptions extends InstalledPluginOptions {
  readonly as?: string;
}

/** Of an answer that cannot be read, its beginning is enough. */
const ANSWER_LINES = 5;
const ANSWER_CHARACTERS = 300;

/** Sends an event to the plugin and shows what it answered. Exits with 1 when the plugin did not accept it. */
export async function triggerEvent(terminal: Terminal, type: string, options: TriggerOptions): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id: id, status: installationStatus } = await installationOf(client, options);
  const data = options.data === undefined ? exampleEventData(type) : jsonObject(options.data, '--data');
  const sentAtMs = Date.now();
  const changes = new ChangeFollower(client, new Set(['deliveries']));
  const triggered = await terminal
    .withProgress(
      terminal.translate`Delivering`,
      deliverNow(client, { id, type, data }, (signal) => changes.next(signal)),
    )
    .finally(() => changes.close());
  const { event_id, delivery, earlier } = triggered;
  const attempt = delivery?.attempts.at(-1) ?? null;
  const isAccepted = delivery?.status === 'delivered';
  const plugin_output = isAccepted ? [] : await pluginOutputSince(sentAtMs, options.manifest);
  const isPolled = isAccepted && attempt === null;
  const status = attempt === null && !isPolled ? 'waiting' : delivery?.status;
  terminal.result({ event_id, type, status, attempt, plugin_output, earlier }, [
    ...earlier.map((one) => sentAgainLine(terminal, one)),
    ...(delivery === null || attempt === null ? [] : [attemptLine(terminal, delivery)]),
    ...(isPolled
      ? [`${terminal.paint('green', '✓')} ${terminal.translate`${printable(type)} ${event_id} was polled`}`]
      : []),
    ...outputLines(terminal, plugin_output),
    ...(attempt === null && !isPolled
      ? [waitLine(terminal, { id, installationStatus }, triggered)]
      : nextAttemptLines(terminal, id, delivery)),
  ]);
  return isAccepted ? EXIT.ok : EXIT.refused;
}

export function attemptLine(terminal: Terminal, { type, id, status, attempts }: DeliveryResource): string {
  const attempt = attempts.at(-1);
  const answer =
    attempt?.status === null ? (attempt.error ?? '') : `${attempt?.status} ${attempt?.response ?? ''}`.trim();
  const mark = status === 'delivered' ? terminal.paint('green', '✓') : terminal.paint('red', '✗');
  return `${mark} ${printable(type)} ${id}  ${printable(answer)}  ${attempt?.duration_ms ?? 0} ms`;
}

function sentAgainLine(terminal: Terminal, delivery: DeliveryResource): string {
  return terminal.translate`${attemptLine(terminal, delivery)} (it waited, and was sent again)`;
}

/** When what waits is tried again, and how it is tried at once. */
export function nextAttemptLines(terminal: Terminal, id: string, delivery: DeliveryResource | null): readonly string[] {
  if (delivery?.status !== 'waiting' || delivery.next_attempt_at === null) return [];
  return [nextAttempt(terminal, id, delivery.next_attempt_at)];
}

/** The command works whether a "kushk dev" runs or not. */
function nextAttempt(terminal: Terminal, id: string, at: string): string {
  const time = timeOf(Date.parse(at));
  return terminal.translate`the next attempt is at ${time}; "kushk store resend ${id}" makes it at once`;
}

interface Waiting {
  readonly id: string;
  readonly installationStatus: TitledInstallation['status'];
}

/** Why the event was not sent, and what to do. */
function waitLine(
  terminal: Terminal,
  { id, installationStatus }: Waiting,
  { event_id, delivery, heldBackBy }: TriggeredEvent,
): string {
  if (heldBackBy !== null)
    return terminal.translate`${event_id} was not sent: ${heldBackBy.event_id ?? heldBackBy.id} fails and holds back the events after it; correct the plugin, then "kushk store resend ${id}" sends them`;
  if (delivery?.waits_for === 'poll')
    return terminal.translate`${event_id} waits in the feed: the plugin has not polled it. It must run with the credentials of this installation, and store the cursor of each page`;
  return terminal.translate`${event_id} waits in the feed: nothing was sent yet (${waitReason(terminal, { id, installationStatus }, delivery)})`;
}

function waitReason(
  terminal: Terminal,
  { id, installationStatus }: Waiting,
  delivery: DeliveryResource | null,
): string {
  if (delivery?.waits_for === 'installation') {
    if (installationStatus === 'paused')
      return terminal.translate`the installation is paused: "kushk store resume ${id}" sends what waits`;
    if (installationStatus === 'suspended')
      return terminal.translate`the operator has suspended the release: what waits is sent when it is published again`;
    return terminal.translate`the plugin has not accepted "installed" yet, or the installation was paused just now`;
  }
  if (delivery?.waits_for === 'resume')
    return terminal.translate`the plugin has answered 410: nothing is sent until "kushk store resume-deliveries ${id}"`;
  const at = delivery?.next_attempt_at ?? null;
  return at === null ? terminal.translate`"kushk dev logs" shows what was sent` : nextAttempt(terminal, id, at);
}

/** Calls a tool as the assistant does, and prints its content. */
export async function callTool(
  terminal: Terminal,
  { name, args }: { readonly name: string; readonly args: string | undefined },
  options: ToolOptions,
): Promise<ExitCode> {
  const { admin, client } = clientOf(terminal, options);
  const { installation_id: id } = await installationOf(admin, options);
  const given = args === undefined ? {} : jsonObject(args, 'ARGUMENTS');
  const startedMs = performance.now();
  const sentAtMs = Date.now();
  const call = client.callTool(id, name, given);
  const { content } = await terminal
    .withProgress(terminal.translate`Calling`, call)
    .catch(async (error: unknown) => {
      throw await withToolOfManifest(admin, error, { id, name, args });
    })
    .catch((error: unknown) =>
      withOutput(terminal, error, { client: admin, id, sentAtMs, manifest: options.manifest }),
    );
  const durationMs = Math.round(performance.now() - startedMs);
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  terminal.result({ tool: name, content, duration_ms: durationMs }, text.split('\n').map(printable));
  return EXIT.ok;
}

/** The tools of the installed version, each with a call that can be copied. */
export async function listTools(terminal: Terminal, options: ToolOptions): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id: id } = await installationOf(client, options);
  const { tools = [] } = await terminal.withProgress(terminal.translate`Reading`, client.manifest(id));
  const items = tools.map(({ name, description, input_schema }) => ({ name, description, input_schema }));
  terminal.result(
    { items },
    tools.length === 0
      ? [terminal.translate`the manifest declares no tools`]
      : tools.flatMap((tool) => [
          `${terminal.paint('bold', printable(tool.name))}  ${printable(tool.description)}`,
          `  ${printable(commandAsTyped(exampleToolCall(tool)))}`,
        ]),
  );
  return EXIT.ok;
}

/** The failure, with the tool that a misspelt name probably means, or with a call where no arguments were given. */
async function withToolOfManifest(
  client: InstanceClient,
  error: unknown,
  { id, name, args }: { readonly id: string; readonly name: string; readonly args: string | undefined },
): Promise<unknown> {
  if (!(error instanceof Failure)) return error;
  const lacksArguments = error.details.code === 'tool.arguments_invalid' && args === undefined;
  if (!lacksArguments && error.details.code !== 'tool.not_found') return error;
  const { similarName } = await import('@kushk/manifest');
  const { tools = [] } = await client.manifest(id).catch(() => ({ tools: [] }));
  if (lacksArguments) {
    const called = tools.find((tool) => tool.name === name);
    return called === undefined ? error : error.withStep(phrase`give it arguments: "${exampleToolCall(called)}"`);
  }
  const meant = similarName(
    name,
    tools.map((tool) => tool.name),
  );
  return meant === null
    ? error
    : new Failure(phrase`there is no tool "${name}"; did you mean "${meant}"?`, error.details);
}

interface FailedToolCall {
  readonly client: InstanceClient;
  readonly id: string;
  readonly sentAtMs: number;
  readonly manifest: string | undefined;
}

const isAboutAnswer = (code: string): boolean => code === 'tool.failed' || code.startsWith('tool.answer_');

/** The answer of the newest tool call, as it came. */
async function answerLines(
  terminal: Terminal,
  client: InstanceClient,
  { id, sentAtMs }: Pick<FailedToolCall, 'id' | 'sentAtMs'>,
): Promise<readonly string[]> {
  // In production nothing is recorded.
  const { sent } = await client.receivedCalls(id, '').catch(() => ({ sent: [] }));
  const call = sent.findLast(({ path, at }) => path.includes('/service/tools/') && Date.parse(at) >= sentAtMs - 1_000);
  if (call === undefined) return [];
  const { status, content_type, location, response_body: body } = call;
  const about = [String(status ?? '-'), content_type ?? '-', ...(location === null ? [] : [`→ ${location}`])];
  return [
    terminal.translate`the plugin answered: ${printable(about.join('  '))}`,
    ...(body ?? '').split('\n', ANSWER_LINES).map((line) => `  < ${printable(line).slice(0, ANSWER_CHARACTERS)}`),
  ];
}

/** Shows what the plugin has printed of a tool call that failed in it, and rejects with the failure. */
async function withOutput(
  terminal: Terminal,
  error: unknown,
  { client, id, sentAtMs, manifest }: FailedToolCall,
): Promise<never> {
  if (error instanceof Failure && isAboutAnswer(error.details.code) && !terminal.json)
    for (const line of await answerLines(terminal, client, { id, sentAtMs })) terminal.note(line);
  const isOfPlugin = error instanceof Failure && error.details.code === 'tool.failed';
  const output = isOfPlugin && !terminal.json ? await pluginOutputSince(sentAtMs, manifest) : [];
  for (const line of outputLines(terminal, output)) terminal.note(line);
  const isWrite = isOfPlugin && output.some((line) => line.includes('auth.handle_read_only'));
  throw isWrite ? error.withStep(WRITE_IN_TOOL) : error;
}

export function outputLines(terminal: Terminal, output: readonly string[]): readonly string[] {
  if (output.length === 0) return [];
  return [terminal.translate`the plugin printed:`, ...output.map((line) => `  | ${printable(line)}`)];
}

function jsonObject(text: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw usageFailure(phrase`${name} must be a JSON object, such as ${'{"number": "1405-17"}'}`);
}
