/** The life of a container plugin through the whole system, on a real engine. The tests depend on their order. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forStream, streamRef } from '@kushk/decider';
import { freePort } from '@kushk/embedded';
import { EventStore } from '@kushk/event-store';
import { checkSource } from '@kushk/manifest';
import { eventually, httpClient, statusAndCode, type HttpClient, type HttpResponse } from '@kushk/testing';
import { pushSampleImage, SAMPLE_IMAGE_PORT } from '@kushk/testing/sample-image';
import { launchChromium, type Browser, type Page } from '../../../../tools/check/browser/chromium.js';
import { signInInBrowser } from '../../../../tools/check/browser/sign-in-in-browser.js';
import { containerStream } from '../../../containers/src/container/container.js';
import { giveUpVersion } from '../../../containers/src/container/give-up-version/give-up-version.js';
import { ENGINE, type ContainerEngine } from '../../../containers/src/engine/container-engine.js';
import { startUsableEngine } from '../../../containers/test/engine-under-test.js';
import { startContainerHarness, type ContainerHarness } from './container-harness.js';
import { shellPlugin } from './shell-plugin.js';

const REGISTRY_PORT = await freePort();
/** A container of a busy machine takes seconds to be created, to start and to end. */
const STEP_WITHIN_MS = 90_000;
const SHOWN_WITHIN_MS = 15_000;
/** The sample plugin never connects to it. */
const DESTINATION = 'api.acme.ir:443';

const usable = await startUsableEngine(REGISTRY_PORT);
if ('reason' in usable) process.stderr.write(`The tests with a container engine did not run: ${usable.reason}\n`);
const onEngine = 'reason' in usable ? describe.skip : describe;
const engine = usable as Exclude<typeof usable, { readonly reason: string }>;

const ID = 'ir.acme.box';
const scopes = { 'cases.read': 'Finds cases', 'proposals.case': 'Proposes better titles' };
const manifest = {
  schema: '1',
  id: ID,
  publisher: 'acme',
  kind: 'instance',
  plugin_api: '1.0',
  port: 8080,
  egress: [],
  scopes,
  names: { en: 'Box', fa: 'جعبه' },
  summaries: { en: 'Proposes titles', fa: 'عنوان پیشنهاد می‌کند' },
  proposals: [{ record_type: 'case', actions: ['update'] }],
  events: ['plugin.proposal.settled'],
  ui: { app: { path: '/app' } },
  tools: [
    { name: 'look', description: 'Shows what it received', input_schema: { type: 'object' } },
    {
      name: 'propose',
      description: 'Proposes a title',
      input_schema: { type: 'object', required: ['case_id'], properties: { case_id: { type: 'string' } } },
    },
  ],
};

type Json = Record<string, unknown>;

let harness: ContainerHarness;
let browser: Browser | undefined;
let admin: HttpClient;
let installation: string;
let firstLast4: unknown;

beforeAll(async () => {
  if ('reason' in usable) return;
  harness = await startContainerHarness({ ...engine, engine: engine.address, ...engine.names });
  ({ admin } = harness);
}, 300_000);
afterAll(async () => {
  if ('reason' in usable) return;
  await browser?.close();
  await harness?.stop();
  await engine.stop();
});

function granted(response: HttpResponse): Json {
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
  return response.json;
}

async function publish(version: string, answers = true): Promise<void> {
  const image = await engine.push('acme/box', shellPlugin({ version, answers }));
  const release = `/operator/v1/releases/${ID}/${version}`;
  granted(await harness.publisher('/developer/v1/releases', { json: { manifest: { ...manifest, version, image } } }));
  await eventually(async () => granted(await harness.staff(`${release}/take`, { method: 'POST' })));
  const approval = { tier: 'verified', notes: 'Read.', publish: true };
  granted(await harness.staff(`${release}/approve`, { json: approval }));
  await eventually(async () => {
    const listing = granted(await admin(`/instance/v1/store/${ID}`));
    return listing['version'] === version;
  });
}

const path = (rest = ''): string => `/instance/v1/installations/${installation}${rest}`;
const tool = (name: string, args: Json = {}) => admin(path(`/tools/${name}`), { json: { arguments: args } });
const originOfPages = (): string => `http://127.0.0.1:${harness.instancePort}`;
const pageAt = (origin: string) => httpClient(harness.instancePort, { host: new URL(origin).host });
const look = async (): Promise<Json> => granted(await tool('look'))['content'] as Json;
const container = async (): Promise<Json> => granted(await admin(path('/container')));

onEngine('a container plugin', () => {
  it('is published, installed and gets `installed` when its container listens', async () => {
    await publish('1.0.0');
    const wish = { plugin_id: ID, settings: {}, consent: { scopes: Object.keys(scopes), egress: [] } };
    const made = granted(await admin('/instance/v1/installations', { json: wish }));
    expect(made['status']).toBe('pending');
    installation = made['installation_id'] as string;
    await eventually(async () => granted(await admin(path()))['status'] === 'installed', STEP_WITHIN_MS);
    expect(await container()).toMatchObject({ state: 'running', version: '1.0.0', failed_version: null });
  });

  it('answers tools, proposes a change, and receives the event of its outcome', async () => {
    const record = granted(await admin('/instance/v1/cases', { json: { title: 'Before' } }));
    // The first answer of a container that has just started may take longer than a tool call may.
    await eventually(look, STEP_WITHIN_MS);
    const { id } = granted(await tool('propose', { case_id: record['id'] }))['content'] as Json;
    granted(await admin(`/instance/v1/proposals/${String(id)}/apply`, { method: 'POST' }));
    expect(granted(await admin(`/instance/v1/cases/${String(record['id'])}`))['title']).toBe('From a container');
    const seen = await eventually(async () => {
      const content = await look();
      return content['outcome'] === 'applied' && content;
    });
    expect(seen).toMatchObject({ version: '1.0.0', installed_calls: 1 });
    firstLast4 = seen['token_last4'];
  });

  it('shows its page at an origin of its own', async () => {
    const { url, origin, problem } = granted(await admin(path('/page?surface=app')));
    expect(origin).toMatch(new RegExp(`^http://[0-9a-z]{26}\\.localhost:${harness.instancePort}$`));
    expect(problem).toBeNull();
    const { pathname, search } = new URL(String(url));
    const response = await pageAt(String(origin))(pathname + search);
    expect(response).toMatchObject({ status: 200, text: '<h1>1.0.0</h1>' });
    expect(response.headers).toMatchObject({
      'set-cookie': ['box=1; Secure; SameSite=None; Partitioned'],
      'content-security-policy': `frame-ancestors http://127.0.0.1:${harness.instancePort}`,
    });
    expect(response.headers).not.toHaveProperty('x-frame-options');
  });

  it('is replaced by a new version with the same volume and new credentials', async () => {
    await publish('1.1.0');
    const seen = await eventually(async () => {
      const content = await look();
      return content['version'] === '1.1.0' && content;
    }, STEP_WITHIN_MS);
    expect(seen).toMatchObject({ installed_calls: 2, outcome: 'applied' });
    expect(seen['token_last4']).not.toBe(firstLast4);
    const { token } = granted(await admin(path())) as { token: Json };
    expect(token).toEqual({ last4: seen['token_last4'] });
    firstLast4 = seen['token_last4'];
  });

  it('returns to the version before, with its credentials, when the new one does not accept `installed`', async () => {
    await publish('1.2.0', false);
    await eventually(async () => {
      expect(await container()).toMatchObject({ state: 'running', version: '1.2.0' });
      const { items } = granted(await admin(path('/deliveries')));
      const refused = (items as Json[]).find(({ type, status }) => type === 'installed' && status === 'waiting');
      return refused?.['attempt_count'];
    }, STEP_WITHIN_MS);
    expect(statusAndCode(await tool('look'))).toBe('503 tool.unavailable');
    await endTwoMinutes('1.2.0');
    const seen = await eventually(look, STEP_WITHIN_MS);
    expect(seen).toMatchObject({ version: '1.1.0', installed_calls: 2, token_last4: firstLast4 });
    expect(await container()).toMatchObject({
      state: 'running',
      version: '1.1.0',
      failed_version: { version: '1.2.0', reason: 'it did not answer `installed`' },
    });
    await eventually(async () => {
      expect(granted(await admin(path()))['token']).toEqual({ last4: firstLast4 });
      return true;
    });
  });

  it('shows its admin its memory and its last lines, and restarts with the same volume', async () => {
    const { memory_bytes, memory_limit_bytes } = await container();
    expect(memory_bytes).toBeGreaterThan(0);
    expect(memory_bytes).toBeLessThan(Number(memory_limit_bytes));
    const log = granted(await admin(path('/container/log')));
    expect(log).toEqual({ lines: ['version 1.1.0 listens'], truncated: false });
    const before = await startedAt();
    granted(await admin(path('/container/restart'), { method: 'POST' }));
    await eventually(async () => (await startedAt()) !== before, STEP_WITHIN_MS);
    const { items } = granted(await admin(`/instance/v1/audit?subject=${installation}&limit=1`));
    expect(items).toMatchObject([
      { action: 'installation.container_restarted', actor: { kind: 'person' }, subject: { name: ID } },
    ]);
    expect(await eventually(look, STEP_WITHIN_MS)).toMatchObject({ version: '1.1.0', installed_calls: 2 });
  });

  it('stops while the installation is paused, and comes back', async () => {
    const page = pageAt(String(granted(await admin(path('/page?surface=app')))['origin']));
    await eventually(async () => (await page('/app')).text === '<h1>1.1.0</h1>', STEP_WITHIN_MS);
    granted(await admin(path('/pause'), { method: 'POST' }));
    expect(statusAndCode(await page('/app'))).toBe('403 installation.paused');
    await eventually(async () => (await container())['state'] === 'stopped', STEP_WITHIN_MS);
    expect(statusAndCode(await tool('look'))).toBe('403 installation.paused');
    granted(await admin(path('/resume'), { method: 'POST' }));
    const seen = await eventually(look, STEP_WITHIN_MS);
    expect(seen).toMatchObject({ version: '1.1.0', installed_calls: 2 });
  });

  it('leaves nothing behind after its removal, as soon as it has answered `removed`', async () => {
    const requestedAt = Date.now();
    granted(await admin(path(), { method: 'DELETE' }));
    await eventually(async () => (await admin(path('/container'))).status === 404, STEP_WITHIN_MS);
    const facts = await harness.containers.get(EventStore).history(streamRef(containerStream, installation));
    const abandoned = facts.find(({ type }) => type === 'ContainerAbandoned');
    expect(abandoned?.data.at && Date.parse(abandoned.data.at)).toBeGreaterThanOrEqual(requestedAt);
    expect(facts.map(({ type }) => type).slice(-3)).toEqual([
      'ContainerAbandoned',
      'RemovalAnswered',
      'ContainerDeleted',
    ]);
    expect(await harness.containers.get<ContainerEngine>(ENGINE).observeAll()).toEqual(new Map());
  });
});

onEngine('the image that `npm run sample-image` builds, and a person in a browser', () => {
  let page: Page;
  beforeAll(async () => {
    page = await signedIn('sara');
  });

  it('is installed from the store with consent to where it connects, and is ready once it has answered', async () => {
    const source = await readFile(join(import.meta.dirname, '../../../sample-plugin/manifest.yaml'), 'utf8');
    const { base_url: _unused, ...sample } = checkSource(source, { production: false }).manifest as Json;
    const image = await pushSampleImage(engine.registryUrl);
    const asContainer = { ...sample, kind: 'instance', image, port: SAMPLE_IMAGE_PORT, egress: [DESTINATION] };
    granted(await admin('/instance/v1/dev/releases', { json: { manifest: asContainer } }));
    await page.goto(`${originOfPages()}/store`);
    await page.getByRole('link', { name: 'فاکتورها' }).click();
    await page.getByRole('link', { name: 'نصب', exact: true }).click();
    await page.getByText('فقط با این نشانی‌ها ارتباط دارد').waitFor();
    await page.getByText(DESTINATION, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'موافقم و نصب شود' }).first().click();
    await headed('در حال نصب');
    installation = /installations\/(ins_[0-9a-z]+)/.exec(page.url())![1]!;
    await headed('نصب شد');
    expect(await container()).toMatchObject({ state: 'running', image });
  }, 240_000);

  it('verifies its calls and reads its records', async () => {
    const found = await eventually(async () => granted(await tool('find_invoice', { number: '1' })), STEP_WITHIN_MS);
    expect(found['content']).toEqual({ invoices: [], more: false });
    // Its page loads the bridge from where browsers reach the service, which is not where the container does.
    const { url, origin } = granted(await admin(path('/page?surface=app')));
    const { pathname, search } = new URL(String(url));
    const response = await pageAt(String(origin))(pathname + search);
    expect(response.text).toContain(`<script src="${originOfPages()}/sdk/bridge.js"></script>`);
    expect(response.headers['content-security-policy']).toContain(`script-src 'self' ${originOfPages()};`);
    expect(response.headers['content-security-policy']).toMatch(new RegExp(`, frame-ancestors ${originOfPages()}$`));
  });

  it('shows its app in the shell, at an origin of its own, with what the person may read', async () => {
    await page.getByRole('link', { name: 'باز کردن صفحهٔ افزونه' }).click();
    const app = page.frameLocator('iframe').frameLocator('iframe');
    await withReloads(() => app.getByText('هنوز فاکتوری خوانده نشده است').waitFor({ timeout: SHOWN_WITHIN_MS }));
    const origins = page.frames().map((frame) => new URL(frame.url()).origin);
    expect(origins).toEqual([
      originOfPages(),
      originOfPages(),
      granted(await admin(path('/page?surface=app')))['origin'],
    ]);
  });

  it('says that it is paused without a reload, runs again, and is gone after its removal', async () => {
    const opened = await page.evaluate('performance.timeOrigin');
    granted(await admin(path('/pause'), { method: 'POST' }));
    await page.getByText('این افزونه در دسترس نیست').waitFor({ timeout: STEP_WITHIN_MS });
    expect(await page.evaluate('performance.timeOrigin')).toBe(opened);
    await eventually(async () => (await container())['state'] === 'stopped', STEP_WITHIN_MS);

    await page.goto(`${originOfPages()}/installations/${installation}`);
    await withReloads(() => page.getByRole('button', { name: 'شروع دوباره' }).click());
    await eventually(async () => (await container())['state'] === 'running', STEP_WITHIN_MS);
    await withReloads(() => page.getByRole('button', { name: 'حذف افزونه' }).click());
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('فاکتورها');
    await dialog.getByRole('button', { name: 'حذف افزونه' }).click();
    await page.waitForURL(`${originOfPages()}/installations`);
    await eventually(async () => (await admin(path('/container'))).status === 404, STEP_WITHIN_MS);
    expect(await harness.containers.get<ContainerEngine>(ENGINE).observeAll()).toEqual(new Map());
  }, 240_000);

  /**
   * Repeats a step in a page that is loaded again: Chromium ends its requests when a network interface of the machine
   * changes, as it does when a container starts or ends.
   */
  async function withReloads(step: () => Promise<void>): Promise<void> {
    await eventually(async () => {
      try {
        await step();
      } catch (error) {
        await page.reload();
        throw error;
      }
      return true;
    }, STEP_WITHIN_MS);
  }

  async function headed(words: string): Promise<void> {
    await page.getByRole('heading', { level: 1, name: words }).waitFor({ timeout: STEP_WITHIN_MS });
  }
});

/** Opens a page of a person who has signed in at the provider, as people do. */
async function signedIn(username: string): Promise<Page> {
  browser = await launchChromium();
  const context = await browser.newContext({ locale: 'fa-IR', reducedMotion: 'reduce' });
  await signInInBrowser(context, { origin: originOfPages(), username, password: 'any' });
  return await context.newPage();
}

/** When the container that runs now was started, by its own clock. */
async function startedAt(): Promise<string> {
  const name = `kushk-${engine.names.scope}-${installation}`;
  const { output, code } = await engine.execute(name, 'stat -c %Y /proc/1 && cut -d " " -f 22 /proc/1/stat');
  if (code !== 0) throw new Error(output);
  return output;
}

/** Gives the version up as the reconciler does once its two minutes are over. */
async function endTwoMinutes(version: string): Promise<void> {
  const at = new Date(Date.now() + 180_000).toISOString();
  const command = { version, reason: 'it did not answer `installed`', at };
  await harness.containers.get(EventStore).run({
    name: 'GiveUpVersion',
    streams: { container: streamRef(containerStream, installation) },
    decide: (states) => forStream('container', giveUpVersion(states.container, command)),
    meta: { actor: { kind: 'system' } },
  });
}
