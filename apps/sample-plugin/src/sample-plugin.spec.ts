import type { AddressInfo } from 'node:net';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newCredential, signCall, signIssuer } from '@kushk/credentials';
import { eventually } from '@kushk/testing';
import { instanceKey, StubInstance, token, type Data } from '../test/stub-instance.js';
import { samplePlugin, type SamplePlugin } from './sample-plugin.js';

const invoices = fileURLToPath(new URL('../invoices', import.meta.url));
const secret = newCredential('ks');
const ID = 'ir.kushk.invoices';

describe('the sample plugin', () => {
  let folder: string;
  let instance: StubInstance;
  let sample: SamplePlugin;
  let origin: string;
  let log: string[];

  const start = async (): Promise<void> => {
    sample = samplePlugin({
      id: ID,
      trust: { serviceOrigins: [instance.origin] },
      stateFolder: join(folder, 'state'),
      stateKey: Buffer.alloc(32, 1).toString('base64url'),
      invoicesFolder: join(folder, 'invoices'),
      log: (event, fields) => log.push(JSON.stringify({ event, ...fields })),
      intervalMs: 20,
    });
    await new Promise<void>((resolve) => sample.server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(sample.server.address() as AddressInfo).port}`;
  };
  const stop = (): void => {
    sample.stop();
    sample.server.close();
    sample.server.closeAllConnections();
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sample-'));
    cpSync(invoices, join(folder, 'invoices'), { recursive: true });
    log = [];
    instance = await StubInstance.start();
    await start();
  });
  afterEach(() => {
    stop();
    instance.server.close();
    instance.server.closeAllConnections();
    // A delivery that was under way may still write its file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });

  const call = async (
    path: string,
    body: Data,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; answer: Data }> => {
    const text = JSON.stringify(body);
    const at = Math.floor(Date.now() / 1000);
    const response = await fetch(origin + path, {
      method: 'POST',
      body: text,
      headers: {
        'service-installation-id': 'ins_1',
        'service-signature': signCall(secret, text, at),
        'service-issuer-signature': signIssuer(instanceKey, { iss: instance.origin, aud: ID, iat: at }, text),
        ...headers,
      },
    });
    return { status: response.status, answer: (await response.json()) as Data };
  };
  const install = (): Promise<{ status: number }> =>
    call('/service/lifecycle', {
      event: 'installed',
      installation_id: 'ins_1',
      alias: 'inst_1',
      api_base: `${instance.origin}/i/ins_1/plugin/v1`,
      token,
      signing_secret: secret,
      scopes: [],
      settings: {},
    });
  const event = (id: string, type: string, data: Data): Promise<{ status: number }> =>
    call(
      '/service/events',
      { id, type, installation_id: 'ins_1', sequence: 1, created_at: '', data },
      { 'service-event-id': id },
    );
  const stored = (number: string): Data => {
    const found = [...instance.records.values()].find(({ data }) => data['number'] === number);
    if (found === undefined) throw new Error(`${number} is not stored`);
    return found.data;
  };
  const proposedAs = (recordType: string): readonly Data[] =>
    [...instance.proposals.values()].filter((one) => one['record_type'] === recordType);
  const proposed = (): readonly (readonly [unknown, unknown])[] =>
    proposedAs('case').map((one) => [one['record_id'], (one['changes'] as Data)['amount']] as const);
  const outcomeOf = (number: string, part: string): unknown => (stored(number)[part] as Data | null)?.['outcome'];
  const allDone = (): Promise<unknown> =>
    eventually(() => {
      expect([...instance.records.keys()].map((name) => name.split('/')[0]).sort()).toEqual([
        ...Array<string>(6).fill('invoice'),
        'unreadable_file',
      ]);
      return true;
    });

  it('reads and stores every invoice, charges for its pages, and records the unreadable file', async () => {
    expect((await install()).status).toBe(200);
    await allDone();
    expect(stored('1405-1131')).toMatchObject({
      pages: 3,
      charged: '0.75',
      payable: '184150000',
      file: { name: 'freight.xml' },
    });
    expect([...instance.records.values()].map(({ data }) => data['reason']).filter(Boolean)).toEqual([
      expect.stringContaining('not well-formed'),
    ]);
    const states = [...instance.holds.values()].map((hold) => hold.state);
    expect([
      states.filter((state) => state === 'settled').length,
      states.filter((state) => state === 'released').length,
    ]).toEqual([6, 1]);
    expect([...instance.holds.values()].reduce((pages, hold) => pages + (hold.settled ?? 0), 0)).toBe(
      2 + 1 + 1 + 3 + 1 + 1,
    );
    expect(instance.proposals.size).toBe(0);
  });

  it("finds the case by a reference of the invoice, proposes the amount in the organisation's language, and reduces it after a credit note", async () => {
    instance.cases = {
      'paper 1405-1024': 'cas_paper',
      'freight 1405-1131': 'cas_freight',
      'network PO-2026-31': 'cas_network',
      'elevator, قرارداد 77': 'cas_gone',
    };
    await install();
    await eventually(() => {
      expect(proposed()).toHaveLength(4);
      return true;
    });
    expect(new Map(proposed().filter(([id]) => id !== 'cas_freight'))).toEqual(
      new Map([
        ['cas_paper', '520704800'],
        ['cas_network', '4839.3'],
      ]),
    );
    expect(
      proposed()
        .filter(([id]) => id === 'cas_freight')
        .map(([, amount]) => amount),
    ).toEqual(['184150000', '175150000']);
    expect(proposedAs('case').map((one) => one['summary'])).toContain(
      'مبلغ فاکتور ۱۴۰۵-۱۰۲۴ از پخش نوین: ۵۲۰٬۷۰۴٬۸۰۰ ریال',
    );
    await eventually(() => {
      expect(stored('1405-0988')['proposal']).toMatchObject({ outcome: 'refused', reason: 'case.not_found' });
      return true;
    });
  });

  it('proposes nothing when several cases match', async () => {
    instance.cases = { 'paper 1405-1024': 'cas_paper', 'other paper 1405-1024': 'cas_other' };
    await install();
    await eventually(() => log.some((line) => line.includes('1405-1024') && line.includes('several open cases match')));
    await allDone();
    expect(instance.proposals.size).toBe(0);
  });

  it('proposes a calendar event on the due date, which a rule applies at once', async () => {
    [instance.cases, instance.hasRule] = [{ 'freight 1405-1131': 'cas_freight' }, true];
    await install();
    await eventually(() => outcomeOf('1405-1131', 'due_event') === 'applied');
    expect(proposedAs('calendar_event')).toEqual([
      expect.objectContaining({
        action: 'create',
        changes: {
          title: 'سررسید فاکتور ۱۴۰۵-۱۱۳۱ — باربری آذرترابر',
          starts_at: '2026-12-20T09:00:00+03:30',
          ends_at: '2026-12-20T09:30:00+03:30',
          case_id: 'cas_freight',
        },
      }),
    ]);
    expect(stored('1405-1131')['due_event']).toMatchObject({ record_id: 'cal_1' });
  });

  it('brings in the scan of an invoice as a source, and stores the outcome of its review', async () => {
    instance.cases = { 'freight 1405-1131': 'cas_freight' };
    await install();
    await eventually(() => outcomeOf('1405-1131', 'scan') === 'pending');
    const [[externalId, source]] = [...instance.sources] as [[string, Data]];
    expect(source).toMatchObject({ kind: 'document', content_type: 'application/pdf', content_encoding: 'base64' });
    expect(Buffer.from(String(source['content']), 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    const reviewed = { source_id: 'src_1', external_id: externalId, kind: 'document', reason: null };
    await event('evt_1', 'plugin.source.reviewed', { ...reviewed, outcome: 'accepted', record_id: 'doc_1' });
    expect(stored('1405-1131')['scan']).toMatchObject({ outcome: 'accepted', record_id: 'doc_1' });
  });

  it('sends nothing twice, neither at the next poll nor after a restart', async () => {
    instance.cases = { 'paper 1405-1024': 'cas_paper' };
    await install();
    await allDone();
    await eventually(() => outcomeOf('1405-1024', 'due_event') === 'pending');
    const before = structuredClone([...instance.records]);
    stop();
    await start();
    await event('evt_1', 'plugin.settings.changed', {});
    await eventually(() => log.filter((line) => line.includes('invoice_without_case')).length >= 10);
    expect([instance.holds.size, instance.proposals.size]).toEqual([7, 2]);
    expect([...instance.records]).toEqual(before);
  });

  it('charges once for an invoice whose record could not be written at the first attempt', async () => {
    instance.failingWrites = 2;
    await install();
    await allDone();
    expect([...instance.holds.values()].map((hold) => hold.state).sort()).toEqual([
      'released',
      ...Array<string>(6).fill('settled'),
    ]);
  });

  it('stores the outcome of a proposal, and the reason that a later event adds', async () => {
    instance.cases = { 'paper 1405-1024': 'cas_paper' };
    await install();
    await eventually(() => outcomeOf('1405-1024', 'proposal') === 'pending');
    const proposalId = String(proposedAs('case')[0]?.['external_id']);
    const settled = {
      proposal_id: 'prp_1',
      external_id: proposalId,
      record_type: 'case',
      outcome: 'rejected',
      reason: null,
      settled_by: 'person',
      revision: 1,
    };
    expect((await event('evt_1', 'plugin.proposal.settled', settled)).status).toBe(200);
    expect(stored('1405-1024')['proposal']).toMatchObject({ outcome: 'rejected', reason: null });
    await event('evt_2', 'plugin.proposal.settled', { ...settled, reason: 'مبلغ اشتباه است', revision: 2 });
    expect(stored('1405-1024')['proposal']).toMatchObject({ outcome: 'rejected', reason: 'مبلغ اشتباه است' });
    expect(
      (await event('evt_3', 'plugin.proposal.settled', { ...settled, external_id: 'of-somebody-else' })).status,
    ).toBe(200);
  });

  it('pauses while the balance is too low, and continues when the balance is sufficient', async () => {
    instance.available = 0;
    await install();
    await eventually(() => log.find((line) => line.includes('wallet.insufficient_balance')));
    instance.available = 1_000;
    await allDone();
  });

  it('continues after an outage of the instance', async () => {
    await install();
    instance.down = true;
    await eventually(() => log.find((line) => line.includes('processing_paused')));
    instance.down = false;
    await allDone();
  });

  it('proposes nothing when `auto_propose` is off', async () => {
    [instance.settings, instance.cases] = [{ auto_propose: false }, { 'paper 1405-1024': 'cas_paper' }];
    await install();
    await allDone();
    expect(instance.proposals.size).toBe(0);
  });

  describe('the inbox', () => {
    const submit = (
      text: string,
      query: string,
      headers: Record<string, string> = { 'content-type': 'application/xml' },
    ): Promise<Response> => fetch(`${origin}/inbox${query}`, { method: 'POST', body: text, headers });
    const rent = readFileSync(join(invoices, 'warehouse-rent.xml'), 'utf8').replaceAll('1405-1107', '1405-2000');

    it('accepts an invoice for a case, and proposes its amount', async () => {
      await install();
      expect((await submit(rent, '?case_id=cas_rent')).status).toBe(202);
      await eventually(() => {
        expect(proposed()).toEqual([['cas_rent', '850000000']]);
        return true;
      });
      await eventually(() => outcomeOf('1405-2000', 'proposal') === 'pending');
    });

    it('rejects other content types, requests from a web page, and unknown installations', async () => {
      expect((await submit(rent, '')).status).toBe(404);
      await install();
      expect((await submit(rent, '', { 'content-type': 'application/json' })).status).toBe(415);
      expect(
        (await submit(rent, '', { 'content-type': 'application/xml', origin: 'https://evil.example' })).status,
      ).toBe(403);
      expect((await submit(rent, '?installation_id=../..')).status).toBe(404);
      mkdirSync(join(folder, 'state'), { recursive: true });
      expect(readdirSync(join(folder, 'state'))).not.toContain('inbox');
    });
  });

  it('finds invoices by number, party and amount, written in any digits', async () => {
    await install();
    await allDone();
    const find = async (args: Data): Promise<unknown[]> => {
      const { answer } = await call('/service/tools/find_invoice', {
        installation_id: 'ins_1',
        user_id: 'per_1',
        arguments: args,
        handle: 'kh_x',
      });
      return ((answer['content'] as Data)['invoices'] as Data[]).map((one) => one['number']);
    };
    expect(await find({ number: '۱۴۰۵-۱۰۲۴' })).toEqual(['1405-1024']);
    expect((await find({ party: 'آذرترابر' })).sort()).toEqual(['1405-1131', '1405-1131-ب']);
    expect(await find({ party: 'شركت', amount: '۱۸۰٬۰۰۰٬۰۰۰' })).toEqual(['1405-0988']);
    expect(await find({ amount: '4839.30' })).toEqual(['INV-2026-0417']);
    expect(await find({ amount: 'much' })).toEqual([]);
    expect(await find({ party: '14003216549', number: 'ب' })).toEqual(['1405-1131-ب']);
  });

  it('deletes the credentials of a removed installation and logs no secrets', async () => {
    await install();
    await allDone();
    expect((await call('/service/lifecycle', { event: 'removed' })).status).toBe(200);
    expect(await sample.plugin.installations()).toEqual([]);
    for (const open of [token, secret]) expect(log.join()).not.toContain(open);
    expect(log.join()).toContain('credentials_stored');
  });

  it('reports that it is ready', async () => {
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    expect((await fetch(`${origin}/else`)).status).toBe(404);
  });
});
