import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newCredential, newSigningKey, publicJwk, signCall, signIssuer } from '@kushk/credentials';
import { eventually } from '@kushk/testing';
import { samplePlugin, type SamplePlugin } from './sample-plugin.js';

const invoices = fileURLToPath(new URL('../invoices', import.meta.url));
const key = newSigningKey();
const [token, secret] = [newCredential('ki'), newCredential('ks')];
const ID = 'ir.kushk.invoices';
type Data = Record<string, unknown>;

/** As much of an instance as this plugin meets, kept in memory: it must hold to the contract's routes, statuses and idempotency. */
class Instance {
  readonly records = new Map<string, { data: Data; revision: number }>();
  readonly proposals = new Map<string, Data>();
  readonly holds = new Map<string, { count: number; state: string; settled?: number }>();
  readonly answered = new Map<string, { status: number; body?: unknown }>();
  available = 1_000;
  settings: Data = {};
  down = false;
  /** How many writes of records are lost before they are made. */
  lostWrites = 0;
  private constructor(
    readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<Instance> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const instance = new Instance(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      let text = '';
      request
        .on('data', (chunk: Buffer) => {
          text += chunk.toString();
        })
        .on('end', () => {
          const once = request.headers['idempotency-key'] as string | undefined;
          const answer =
            instance.answered.get(once ?? '') ??
            instance.answer(
              request.method ?? '',
              new URL(request.url ?? '', instance.origin),
              text === '' ? {} : (JSON.parse(text) as Data),
              request.headers,
            );
          if (once !== undefined && answer.status < 300) instance.answered.set(once, answer);
          response.writeHead(answer.status, { 'content-type': 'application/json' });
          response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
        });
    });
    return instance;
  }

  private answer(
    method: string,
    url: URL,
    body: Data,
    headers: NodeJS.Dict<string | string[]>,
  ): { status: number; body?: unknown } {
    if (url.pathname === '/.well-known/jwks.json') return { status: 200, body: { keys: [publicJwk(key)] } };
    if (headers['authorization'] !== `Bearer ${token}`) return { status: 401, body: { code: 'auth.token_invalid' } };
    if (this.down) return { status: 500, body: {} };
    const [, resource = '', ...rest] = url.pathname
      .replace('/i/ins_1/plugin/v1', '')
      .split('/')
      .map(decodeURIComponent);
    if (resource === 'installation')
      return {
        status: 200,
        body: {
          installation_id: 'ins_1',
          status: 'installed',
          plan: 'basic',
          settings: this.settings,
          locale: { language: 'fa' },
        },
      };
    if (resource === 'records') return this.record(method, rest, body, headers['if-match'] as string | undefined);
    if (resource === 'proposals') return this.propose(body);
    return this.wallet(rest, body);
  }

  private record(
    method: string,
    [type = '', id]: string[],
    body: Data,
    ifMatch: string | undefined,
  ): { status: number; body?: unknown } {
    if (id === undefined)
      return {
        status: 200,
        body: {
          items: [...this.records].filter(([name]) => name.startsWith(`${type}/`)).map(([, record]) => record),
          next_cursor: null,
        },
      };
    const there = this.records.get(`${type}/${id}`);
    if (method === 'GET')
      return there === undefined ? { status: 404, body: { code: 'record.not_found' } } : { status: 200, body: there };
    if (ifMatch !== undefined && ifMatch !== `"${there?.revision ?? 0}"`)
      return { status: 412, body: { code: 'record.revision_conflict' } };
    if (this.lostWrites > 0) {
      this.lostWrites -= 1;
      return { status: 500, body: {} };
    }
    const record = { data: body['data'] as Data, revision: (there?.revision ?? 0) + 1 };
    this.records.set(`${type}/${id}`, record);
    return { status: there === undefined ? 201 : 200, body: record };
  }

  private propose(body: Data): { status: number; body: unknown } {
    if (body['record_id'] === 'cas_gone') return { status: 404, body: { code: 'case.not_found' } };
    const id = String(body['external_id']);
    const there = this.proposals.get(id);
    if (there === undefined) this.proposals.set(id, body);
    return { status: there === undefined ? 201 : 200, body: { id: 'prp_1', status: 'pending', reason: null } };
  }

  private wallet([, id = '', action]: string[], body: Data): { status: number; body: unknown } {
    if (action === undefined) {
      if (Number(body['count']) > this.available) return { status: 402, body: { code: 'wallet.insufficient_balance' } };
      const hold = { count: Number(body['count']), state: 'open' };
      this.holds.set(`hld_${this.holds.size}`, hold);
      return { status: 201, body: { id: `hld_${this.holds.size - 1}`, ...hold } };
    }
    const hold = this.holds.get(id);
    if (hold?.state !== 'open') return { status: 409, body: { code: `wallet.hold_${hold?.state ?? 'not_found'}` } };
    Object.assign(hold, action === 'settle' ? { state: 'settled', settled: body['count'] } : { state: 'released' });
    return { status: 200, body: { charged: action === 'settle' ? String(Number(body['count']) * 0.25) : '0' } };
  }
}

describe('the sample plugin', () => {
  let folder: string;
  let instance: Instance;
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
      log: (event, facts) => log.push(JSON.stringify({ event, ...facts })),
      everyMs: 20,
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
    instance = await Instance.start();
    await start();
  });
  afterEach(() => {
    stop();
    instance.server.close();
    instance.server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
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
        'service-issuer-signature': signIssuer(key, { iss: instance.origin, aud: ID, iat: at }, text),
        ...headers,
      },
    });
    return { status: response.status, answer: (await response.json()) as Data };
  };
  const install = (): Promise<{ status: number }> =>
    call('/service/lifecycle', {
      event: 'installed',
      installation_id: 'ins_1',
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
  const kept = (number: string): Data => {
    const found = [...instance.records.values()].find(({ data }) => data['number'] === number);
    if (found === undefined) throw new Error(`${number} is not kept`);
    return found.data;
  };
  const proposed = (): readonly (readonly [unknown, unknown])[] =>
    [...instance.proposals.values()].map((one) => [one['record_id'], (one['changes'] as Data)['amount']] as const);
  const allDone = (): Promise<unknown> =>
    eventually(() => {
      expect([...instance.records.keys()].map((name) => name.split('/')[0]).sort()).toEqual([
        ...Array<string>(6).fill('invoice'),
        'unreadable_file',
      ]);
      return true;
    });

  it('reads every invoice, charges for its pages, keeps it, and reports the broken one', async () => {
    expect((await install()).status).toBe(200);
    await allDone();
    expect(kept('1405-1131')).toMatchObject({
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

  it('proposes the amount to the case that the settings name, in the language of the organisation; a credit note lowers it', async () => {
    instance.settings = {
      cases: {
        '۱۴۰۵-۱۰۲۴': 'cas_paper',
        '1405-1131': 'cas_freight',
        'po-2026-31': 'cas_network',
        '1405-0988': 'cas_gone',
      },
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
    expect([...instance.proposals.values()].map((one) => one['summary'])).toContain(
      'مبلغ فاکتور ۱۴۰۵-۱۰۲۴ از پخش نوین: ۵۲۰٬۷۰۴٬۸۰۰ ریال ایران',
    );
    expect(kept('1405-0988')['proposal']).toMatchObject({ outcome: 'refused', reason: 'case.not_found' });
  });

  it('does nothing twice: not at the next look, not after a restart', async () => {
    instance.settings = { cases: { '1405-1024': 'cas_paper' } };
    await install();
    await allDone();
    await eventually(() => proposed().length === 1);
    const before = structuredClone([...instance.records]);
    stop();
    await start();
    await event('evt_1', 'plugin.settings.changed', {});
    await eventually(() => log.filter((line) => line.includes('invoice_without_case')).length >= 10);
    expect([instance.holds.size, instance.proposals.size]).toEqual([7, 1]);
    expect([...instance.records]).toEqual(before);
  });

  it('charges once for an invoice although the record could not be written at first', async () => {
    instance.lostWrites = 2;
    await install();
    await allDone();
    expect([...instance.holds.values()].map((hold) => hold.state).sort()).toEqual([
      'released',
      ...Array<string>(6).fill('settled'),
    ]);
  });

  it('notes the outcome of a proposal, and the reason that comes later', async () => {
    instance.settings = { cases: { '1405-1024': 'cas_paper' } };
    await install();
    await eventually(() => (kept('1405-1024')['proposal'] as Data | null)?.['outcome'] === 'pending');
    const [proposalId] = [...instance.proposals.keys()];
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
    expect(kept('1405-1024')['proposal']).toMatchObject({ outcome: 'rejected', reason: null });
    await event('evt_2', 'plugin.proposal.settled', { ...settled, reason: 'مبلغ اشتباه است', revision: 2 });
    expect(kept('1405-1024')['proposal']).toMatchObject({ outcome: 'rejected', reason: 'مبلغ اشتباه است' });
    expect(
      (await event('evt_3', 'plugin.proposal.settled', { ...settled, external_id: 'of-somebody-else' })).status,
    ).toBe(200);
  });

  it('waits for MU, and goes on when there are some', async () => {
    instance.available = 0;
    await install();
    await eventually(() => log.find((line) => line.includes('wallet.insufficient_balance')));
    instance.available = 1_000;
    await allDone();
  });

  it('goes on after an outage of the service', async () => {
    await install();
    instance.down = true;
    await eventually(() => log.find((line) => line.includes('work_stopped')));
    instance.down = false;
    await allDone();
  });

  it('reads only when it is told to propose nothing', async () => {
    instance.settings = { auto_propose: false, cases: { '1405-1024': 'cas_paper' } };
    await install();
    await allDone();
    expect(instance.proposals.size).toBe(0);
  });

  describe('the inbox', () => {
    const handIn = (
      text: string,
      query: string,
      headers: Record<string, string> = { 'content-type': 'application/xml' },
    ): Promise<Response> => fetch(`${origin}/inbox${query}`, { method: 'POST', body: text, headers });
    const rent = readFileSync(join(invoices, 'warehouse-rent.xml'), 'utf8').replaceAll('1405-1107', '1405-2000');

    it('takes an invoice for a case, and the amount is proposed to it', async () => {
      await install();
      expect((await handIn(rent, '?case_id=cas_rent')).status).toBe(202);
      await eventually(() => {
        expect(proposed()).toEqual([['cas_rent', '850000000']]);
        return true;
      });
      await eventually(() => (kept('1405-2000')['proposal'] as Data | null)?.['outcome'] === 'pending');
    });

    it('refuses what is no XML, what comes from a page, what is too large, and what is for nobody', async () => {
      expect((await handIn(rent, '')).status).toBe(404);
      await install();
      expect((await handIn(rent, '', { 'content-type': 'application/json' })).status).toBe(415);
      expect(
        (await handIn(rent, '', { 'content-type': 'application/xml', origin: 'https://evil.example' })).status,
      ).toBe(403);
      expect((await handIn(rent, '?installation_id=../..')).status).toBe(404);
      mkdirSync(join(folder, 'state'), { recursive: true });
      expect(readdirSync(join(folder, 'state'))).not.toContain('inbox');
    });
  });

  it('answers find_invoice by number, party and amount, in any digits', async () => {
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

  it('forgets an installation that is removed, and never logs a secret', async () => {
    await install();
    await allDone();
    expect((await call('/service/lifecycle', { event: 'removed' })).status).toBe(200);
    expect(await sample.plugin.installations()).toEqual([]);
    for (const open of [token, secret]) expect(log.join()).not.toContain(open);
    expect(log.join()).toContain('credentials_stored');
  });

  it('says that it is ready', async () => {
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    expect((await fetch(`${origin}/else`)).status).toBe(404);
  });
});
