/** A browser page with the test plugin inside the service, possibly with changed scripts. */
import { eventually } from '@kushk/testing';
import { granted } from '../parties/client.js';
import { admin, unique } from '../parties/parties.js';
import { system } from '../system/the-system.js';
import { openContext, type Opened, type Page } from './browser.js';
import type { EmbeddedPlugin } from './embedded-plugin.js';

/** A window inside the page. */
export type Frame = ReturnType<Page['frames']>[number];

/** Scripts that replace those of the service. */
export interface Scripts {
  readonly bridge?: string;
  readonly frame?: string;
}

export interface Bench {
  readonly page: Page;
  readonly plugin: EmbeddedPlugin;
  /** The number of handles that the service was asked for. */
  handles(): number;
  /** Waits until the answer is true. */
  eventually(question: () => boolean | Promise<boolean>): Promise<void>;
  /** The addresses of all requests so far. */
  readonly addresses: readonly string[];
}

export interface BenchOptions {
  readonly plugin: EmbeddedPlugin;
  readonly scripts?: Scripts;
  readonly as?: string;
  readonly ownSession?: boolean;
  readonly hasVirtualClock?: boolean;
  readonly expectedProblems?: readonly string[];
  readonly language?: 'fa' | 'en';
  /** Who closes the page: without it, the test that runs. */
  readonly opened?: Opened;
  /** How long a check waits for what should happen. Less for a bridge that is broken on purpose. */
  readonly timeoutMs?: number;
}

/** A promise of the bridge. It fails when the bridge breaks it. */
export type Check = (options: BenchOptions & { readonly otherSite: string }) => Promise<void>;

const TIMEOUT_MS = 15_000;

/**
 * Each window keeps the messages that it receives, with the transferred ports. In a frame document, a hello reaches the
 * service's own listener only until a test takes over.
 */
const recordMessages = `
  globalThis.received = [];
  addEventListener('message', ({ data, origin, ports }) => {
    if (typeof data?.type === 'string') received.push({ ...data, origin, port: ports[0] });
  });
  if (location.pathname.startsWith('/frames/')) {
    const add = window.addEventListener;
    window.addEventListener = (type, listener, options) => add.call(window, type, (event) => {
      if (event.data?.type !== 'service:hello' || globalThis.answer === undefined) listener(event);
      else answer(event.data);
    }, options);
  }`;

export async function openBench(options: BenchOptions): Promise<Bench> {
  const { plugin, scripts = {}, as = 'member', ownSession = false, expectedProblems = [], language = 'fa' } = options;
  const { opened, timeoutMs = TIMEOUT_MS } = options;
  const context = await openContext({ as, ownSession, expectedProblems, language, ...(opened && { opened }) });
  context.setDefaultTimeout(timeoutMs);
  await context.addInitScript(recordMessages);
  const script = (body: string) => ({
    body,
    contentType: 'text/javascript',
    headers: { 'access-control-allow-origin': '*' },
  });
  if (scripts.bridge !== undefined)
    await context.route('**/sdk/bridge.js', (route) => route.fulfill(script(scripts.bridge!)));
  if (scripts.frame !== undefined)
    await context.route('**/assets/frame-*.js', (route) => route.fulfill(script(scripts.frame!)));
  const page = await context.newPage();
  if (options.hasVirtualClock === true) await page.clock.install();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(`${request.method()} ${request.url()}`));
  return {
    page,
    plugin,
    addresses,
    handles: () => addresses.filter((one) => /^POST .*\/handle$/.test(one)).length,
    eventually: async (question) => void (await eventually(question, timeoutMs)),
  };
}

/** Opens the plugin's app and returns its window. */
export async function openApp(bench: Bench): Promise<Frame> {
  await bench.page.goto(`${system.instance}/apps/${bench.plugin.installationId}`);
  return await pluginFrame(bench, '/app');
}

/** Opens a new case and some of its panels, and returns their windows. */
export async function openPanels(bench: Bench, keys: readonly string[]): Promise<readonly Frame[]> {
  const { page, plugin } = bench;
  const { id } = granted(await admin.post('/cases', { title: unique('Case ') }));
  await page.goto(`${system.instance}/cases/${id}`);
  for (const key of keys) await page.getByRole('button', { name: `${plugin.name} Panel ${key.toUpperCase()}` }).click();
  return await Promise.all(keys.map((key) => pluginFrame(bench, `/${key}`)));
}

/** The window of a page of the plugin, once its document is loaded. */
export async function pluginFrame({ page, plugin }: Pick<Bench, 'page' | 'plugin'>, path: string): Promise<Frame> {
  const frame = await eventually(() => page.frames().find((one) => one.url().startsWith(`${plugin.origin}${path}?`)));
  await frame.waitForLoadState('load');
  return frame;
}

/** The frame document around a page of the plugin. */
export function documentAround(frame: Frame): Frame {
  const around = frame.parentFrame();
  if (around === null) throw new Error('the plugin is not in a frame');
  return around;
}

const allowed = JSON.stringify([system.instance]);

/** Evaluates an expression of the page's bridge: its value, or the code of its error. */
export function outcomeOf(frame: Frame, expression: string): Promise<unknown> {
  return frame.evaluate(
    `(async () => ${expression})().then((value) => ({ value }), (error) => ({ code: error.code, params: error.params }))`,
  );
}

/** Connects, and returns the context or the code of the error. */
export function connect(frame: Frame, options = ''): Promise<unknown> {
  return outcomeOf(frame, `ServiceBridge.connect({ allowedOrigins: ${allowed}, ${options} })`);
}

/** Connects, and fails the test when this does not work. */
export async function connected(frame: Frame): Promise<Record<string, never> & { readonly [name: string]: unknown }> {
  const outcome = (await connect(frame)) as { value?: Record<string, never> };
  if (outcome.value === undefined) throw new Error(`connect failed: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

/** Replaces the service's side in the frame document: `answer` runs for each hello, which goes nowhere else. */
export async function takeOverHost(frame: Frame, answer: string): Promise<void> {
  const origin = JSON.stringify(new URL(frame.url()).origin);
  await documentAround(frame).evaluate(`
    globalThis.answer = (hello) => {
      const post = (init, ports = []) => {
        const message = { type: 'service:init', v: 1, context: { forged: true }, ...init };
        document.querySelector('iframe').contentWindow.postMessage(message, ${origin}, ports);
      };
      ${answer}
    };`);
}

/** Waits until an expression in a window of the bench is true. */
export function eventuallyIn(bench: Bench, frame: Frame | Page, expression: string): Promise<void> {
  return bench.eventually(async () => Boolean(await frame.evaluate(expression)));
}

/** Changes the theme of the application, which every page hears of. Returns when the page has heard. */
export async function changeTheme(bench: Bench, frame: Frame, mode: 'light' | 'dark'): Promise<void> {
  await bench.page.evaluate(`document.documentElement.dataset.theme = '${mode}'`);
  await eventuallyIn(
    bench,
    frame,
    `received.some(({ reason, context }) => reason === 'change' && context?.theme?.mode === '${mode}')`,
  );
}
