/**
 * Runs the examples of the plugin guide in both languages and of the SDK's README on the running system: plugins are
 * installed and called, and each function is called with the client of an installation.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fileStore, KushkClient, KushkError, type Case, type Plugin, type Proposal } from '@kushk/plugin-sdk';
import { eventually } from '@kushk/testing';
import { parse } from 'yaml';
import { openPage } from '../pages/browser.js';
import { granted, type Body } from '../parties/client.js';
import { GuidePage, storeKey, type RunningBlock } from '../parties/guide-page.js';
import { holdsWithin } from '../parties/holds.js';
import { admin, member, unique } from '../parties/parties.js';
import { system } from '../system/the-system.js';

const english = new GuidePage('docs/plugin-authors.md');
const persian = new GuidePage('docs/guide/fa/plugin.md');
const readme = new GuidePage('libs/plugin-sdk/README.md');
const pages = [english, persian, readme];

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
const withinMs = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'kushk-guide-'));

interface Program {
  readonly plugin: Plugin;
  proposeAmount(installationId: string, caseId: string, amount: string): Promise<Proposal>;
}
interface GuidePlugin extends RunningBlock<Program> {
  readonly installationId: string;
  readonly connection: { readonly apiBase: string; readonly token: string };
  readonly client: KushkClient;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const started = (server: Server): Promise<void> => eventually(() => server.listening).then(() => undefined);

/** Publishes the manifest of the guide for a plugin of its own, and installs it. */
async function install(id: string, baseUrl: string): Promise<string> {
  const [manifest, ui] = [english.block('yaml', "schema: '1'"), english.block('yaml', 'ui:')];
  const written = parse(`${manifest}${ui}`) as { readonly scopes: object };
  // The guide names this scope where it reads documents.
  const scopes = { ...written.scopes, 'documents.read': 'Reads contracts' };
  const own = { ...written, id, publisher: system.publisher.id, base_url: baseUrl, scopes };
  granted(await admin.post('/dev/releases', { manifest: own }));
  const consent = { scopes: Object.keys(scopes), base_url: baseUrl };
  const made = granted(await admin.post('/installations', { plugin_id: id, plan: 'basic', consent }));
  await holdsWithin(withinMs, async () =>
    expect(granted(await admin.get(`/installations/${made.installation_id}`)).status).toBe('installed'),
  );
  return made.installation_id as string;
}

/** Starts the complete plugin of a page and installs it. `addressOf` returns the address under which it is called. */
async function installed(
  page: GuidePage,
  addressOf: (running: RunningBlock<Program>) => Promise<string> = async ({ servers: [server] }) =>
    started(server!).then(() => `http://127.0.0.1:${portOf(server!)}`),
): Promise<GuidePlugin> {
  const [id, state] = [`ir.${unique('guide')}.invoices`, join(folder, unique('state'))];
  const running = page.run<Program>('.listen(8090)', {
    'ir.acme.invoices': id,
    'https://hub.example': system.hub,
    './state': state,
    '.listen(8090)': '.listen(0, "127.0.0.1")',
  });
  const installationId = await install(id, await addressOf(running));
  const stored = await fileStore({ folder: state, key: storeKey }).find(installationId);
  const connection = { apiBase: stored!.api_base, token: stored!.token };
  return { ...running, installationId, connection, client: new KushkClient(connection) };
}

const newCase = async (over: object = {}): Promise<Case> =>
  granted(await admin.post('/cases', { title: unique('فاکتور '), ...over })) as Case;
const amountOf = async ({ id }: Case): Promise<string> => granted(await member.get(`/cases/${id}`)).amount as string;
const apply = async ({ id }: Proposal): Promise<Body> => granted(await member.post(`/proposals/${id}/apply`));
const toolOf = async ({ installationId }: GuidePlugin, number: string): Promise<unknown> =>
  granted(await member.post(`/installations/${installationId}/tools/find_invoice`, { arguments: { number } })).content;
const give = async ({ installationId }: GuidePlugin, mu: string): Promise<Body> =>
  granted(await admin.post(`/installations/${installationId}/wallet/gifts`, { mu }));
const availableTo = async ({ installationId }: GuidePlugin): Promise<string> =>
  granted(await admin.get(`/installations/${installationId}/wallet`)).available as string;

afterAll(async () => {
  await Promise.all(pages.map((page) => page.stop()));
  rmSync(folder, { recursive: true, force: true });
});

describe('the examples of the English guide', () => {
  type Answer = (plugin: Plugin, request: IncomingMessage, response: ServerResponse) => void;
  let plugin: GuidePlugin;
  let server: Server;
  let takesEvents = true;

  /** The server of the section about pages, which also has the files that its page names. */
  beforeAll(async () => {
    const { answer } = english.run<{ answer: Answer }>('function answer').exports;
    const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
      '/case.mjs': ['text/javascript', english.block('js', '// case.mjs')],
      '/page.css': ['text/css', ':root { color: var(--svc-text) }'],
    };
    plugin = await installed(english, async ({ exports }) => {
      server = createServer((request, response) => {
        const file = files[request.url ?? ''];
        if (file !== undefined) response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
        else if (request.url === '/service/events' && !takesEvents) response.writeHead(503).end();
        else answer(exports.plugin, request, response);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://localhost:${portOf(server)}`;
    });
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('install the plugin, and answer its tool with a record of its own', async () => {
    expect(plugin.printed).toContainEqual(expect.stringMatching(`^installed ${plugin.installationId} basic \\w+$`));
    const { remember } = english.run<{ remember(client: KushkClient, number: string, total: string): Promise<void> }>(
      'function remember',
    ).exports;
    await remember(plugin.client, '17', '25');
    expect(await toolOf(plugin, '17')).toEqual({ number: '17', total: '0' });
    expect(await toolOf(plugin, '18')).toBe('There is no such invoice.');
  });

  it('find a case, propose its amount, and print the outcome', async () => {
    const { caseOf } = english.run<{ caseOf(client: KushkClient, number: string): Promise<Case | null> }>(
      'function caseOf',
    ).exports;
    const { proposeAmount, proposeReminder } = english.run<{
      proposeAmount(client: KushkClient, found: Case, invoice: string, amount: string): Promise<Proposal>;
      proposeReminder(client: KushkClient, caseId: string, invoice: string, day: string): Promise<string>;
    }>('function proposeReminder').exports;
    const number = unique('1405');
    const made = await newCase({ title: `فاکتور ${number}` });
    const found = await eventually(() => caseOf(plugin.client, number), withinMs);
    expect(found.id).toBe(made.id);
    expect(await proposeReminder(plugin.client, made.id, number, '2026-12-21')).toBe('pending');
    await apply(await proposeAmount(plugin.client, found, number, '1250000'));
    expect(await amountOf(made)).toBe('1250000');
    await holdsWithin(withinMs, () =>
      expect(plugin.printed).toContainEqual(expect.stringContaining(`amount-${number} applied`)),
    );
    await newCase({ title: `فاکتور ${number}` });
    await holdsWithin(withinMs, async () => expect(await caseOf(plugin.client, number)).toBeNull());
  });

  it('bring a document in, print its outcome, and read the documents of a case', async () => {
    const { bringIn } = english.run<{ bringIn(client: KushkClient, invoice: string, path: string): Promise<Body> }>(
      'function bringIn',
    ).exports;
    const { contractsOf } = english.run<{ contractsOf(client: KushkClient, id: string): Promise<readonly string[]> }>(
      'function contractsOf',
    ).exports;
    const { id } = await newCase();
    const accept = async (source: Body): Promise<Body> =>
      granted(await member.post(`/sources/${source.id}/accept`, { case_id: id, member_ids: null }));
    const scan = join(folder, 'scan.pdf');
    writeFileSync(scan, PDF);
    await accept(await bringIn(plugin.client, '17', scan));
    const contract = { kind: 'document', content_type: 'text/plain', occurred_at: '2026-11-20T00:00:00Z' } as const;
    const content = 'متن قرارداد اجاره';
    await accept(await plugin.client.submitSource({ ...contract, external_id: 'lease', title: 'قرارداد', content }));
    await holdsWithin(withinMs, async () => {
      expect(plugin.printed).toContainEqual(expect.stringMatching(/^scan-17 accepted \w+$/));
      expect(await contractsOf(plugin.client, id)).toEqual([content]);
    });
  });

  it('bring a document in without the SDK', async () => {
    const body = JSON.parse(english.block('json', 'content_encoding')) as Readonly<Record<string, string>>;
    const content = PDF.toString('base64');
    expect(content.slice(0, 12)).toBe(body['content']!.slice(0, 12));
    const { apiBase, token } = plugin.connection;
    const response = await fetch(`${apiBase}/sources`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, content }),
    });
    expect(response.status).toBe(202);
  });

  it('act on behalf of a person', async () => {
    const { myOpenCases } = english.run<{
      myOpenCases(client: KushkClient, handle: string, personId: string): Promise<number>;
    }>('function myOpenCases').exports;
    const { id } = granted(await member.get('/me'));
    const { handle } = granted(await member.post(`/installations/${plugin.installationId}/handle`, { surface: 'app' }));
    const ofNobody = await myOpenCases(plugin.client, handle, 'nobody');
    await newCase({ assignee_id: id });
    expect(ofNobody).toBe(0);
    await holdsWithin(withinMs, async () => expect(await myOpenCases(plugin.client, handle, id)).toBeGreaterThan(0));
  });

  it('charge what was read, and print what is missing when the balance is too low', async () => {
    await chargesPages(english, plugin);
  });

  it('poll for the events that the service cannot deliver', async () => {
    const { pollAll } = english.run<{ pollAll(plugin: Plugin, signal: AbortSignal): Promise<void> }>(
      'function pollAll',
    ).exports;
    const stop = new AbortController();
    takesEvents = false;
    const polling = pollAll(plugin.exports.plugin, stop.signal);
    try {
      await apply(
        await plugin.client.propose({
          external_id: 'polled',
          record_type: 'case',
          action: 'update',
          record_id: (await newCase()).id,
          changes: { amount: '1' },
          summary: 'polled',
        }),
      );
      await holdsWithin(withinMs, () =>
        expect(plugin.printed).toContainEqual(expect.stringContaining('polled applied')),
      );
    } finally {
      stop.abort();
      takesEvents = true;
      await polling;
    }
  });

  it('show the page of a case in a browser, and nothing else', async () => {
    const page = await openPage({
      as: 'member',
      path: `/cases/${(await newCase()).id}#panel=${plugin.installationId}/invoices`,
      language: 'en',
    });
    const frame = await eventually(() => page.frames().find((one) => one.url().includes('/pages/case')), withinMs);
    await frame.getByText(/^1 invoices, /).waitFor();
    expect((await fetch(`http://localhost:${portOf(server)}/other`)).status).toBe(404);
  });

  it('read the installation within a deadline, and return null when the service cannot be reached', async () => {
    const { statusWithin } = english.run<{ statusWithin(client: KushkClient, ms: number): Promise<Body> }>(
      'function statusWithin',
    ).exports;
    expect(await statusWithin(plugin.client, withinMs)).toMatchObject({ plan: 'basic' });
    const nowhere = { ...plugin.connection, apiBase: 'http://127.0.0.1:2/plugin/v1', maxAttempts: 1 };
    expect(await statusWithin(new KushkClient(nowhere), withinMs)).toBeNull();
  });
});

/** Both guides sell pages: 3 of at most 20, at 0.25 MU each. */
async function chargesPages(page: GuidePage, plugin: GuidePlugin): Promise<void> {
  const { exports, printed } = page.run<{
    readPages(client: KushkClient, file: string, read: () => Promise<object>): Promise<string>;
  }>('readPages');
  const read = (): Promise<object> => Promise.resolve({ text: 'متن', pages: 3 });
  const refused = await exports.readPages(plugin.client, 'scan.pdf', read).catch((error: unknown) => error);
  expect(KushkError.is(refused, 'wallet.insufficient_balance')).toBe(true);
  if (page === english) expect(printed).toEqual([expect.stringMatching(/required: '5'.*available: '0'/)]);
  await give(plugin, '6');
  expect(await exports.readPages(plugin.client, 'scan.pdf', read)).toBe('متن');
  expect(await availableTo(plugin)).toBe('5.25');
}

describe('the examples of the Persian guide', () => {
  it('install the plugin, answer its tool, propose, print the outcome and charge', async () => {
    const plugin = await installed(persian);
    expect(plugin.printed[0]).toContain(plugin.installationId);
    await plugin.client.records('invoice').put('17', { number: '17' });
    expect(await toolOf(plugin, '17')).toEqual({ number: '17' });
    const { proposeAmount } = persian.run<{
      proposeAmount(client: KushkClient, caseId: string, amount: string): Promise<Proposal>;
    }>('proposeAmount').exports;
    const made = await newCase();
    await apply(await proposeAmount(plugin.client, made.id, '1250000'));
    expect(await amountOf(made)).toBe('1250000');
    await holdsWithin(withinMs, () => expect(plugin.printed).toContain('applied'));
    await chargesPages(persian, plugin);
  });
});

describe("the example of the SDK's README", () => {
  it('installs the plugin, answers its tool, charges, proposes and prints the outcome', async () => {
    const plugin = await installed(readme);
    expect(plugin.printed).toContain(`installed ${plugin.installationId} basic`);
    await plugin.client.records('invoice').put('17', { number: '17' });
    expect(await toolOf(plugin, '17')).toEqual({ number: '17' });
    expect(await toolOf(plugin, '18')).toBe('There is no such invoice.');
    await give(plugin, '1');
    const made = await newCase();
    await apply(await plugin.exports.proposeAmount(plugin.installationId, made.id, '1250000'));
    expect([await amountOf(made), await availableTo(plugin)]).toEqual(['1250000', '0.75']);
    await holdsWithin(withinMs, () =>
      expect(plugin.printed).toContainEqual(expect.stringMatching(/^settled [^]*outcome: 'applied'/)),
    );
  });
});

describe('the guides', () => {
  it('have no example that the tests above did not run', () => {
    expect(pages.map(({ path, notRun }) => [path, notRun])).toEqual(pages.map(({ path }) => [path, []]));
  });
});
