import { describe, expect, it } from '@jest/globals';
import { withLogFields } from './log-context.js';
import { newLog } from './log.js';

function logged(write: (log: ReturnType<typeof newLog>) => void): { text: string; line: Record<string, unknown> } {
  let text = '';
  write(newLog({ write: (part) => void (text += part) }, 'info'));
  return { text, line: JSON.parse(text) as Record<string, unknown> };
}

describe('a log line', () => {
  it('is one JSON document with level, time, message and fields', () => {
    const { text, line } = logged((log) =>
      log.info({ request: 'cmd.wallet.hold.place', outcome: 'accepted', duration_ms: 1.5 }, 'request handled'),
    );
    expect(text.endsWith('}\n')).toBe(true);
    expect(line).toMatchObject({
      level: 'info',
      msg: 'request handled',
      request: 'cmd.wallet.hold.place',
      duration_ms: 1.5,
    });
    expect(line['at']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('contains the request id of the unit of work that wrote it, also after an await', async () => {
    const lines: string[] = [];
    const log = newLog({ write: (part) => void lines.push(part) }, 'info');
    await withLogFields({ request_id: 'req_1' }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      log.info({ hold_id: 'hld_1' }, 'hold placed');
    });
    log.info('idle');
    expect(lines.map((line) => (JSON.parse(line) as { request_id?: string }).request_id)).toEqual(['req_1', undefined]);
  });

  it("contains no field with a secret's name, at any depth", () => {
    const secrets = {
      authorization: 's-1',
      token: 's-2',
      signing_secret: 's-3',
      handle: 's-4',
      key: 's-5',
      sealed_lifecycle: 's-6',
      sealedSecret: 's-7',
      accessToken: 's-8',
      headers: { Authorization: 's-9', 'service-handle': 's-10', list: [{ password: 's-11' }] },
    };
    const { text, line } = logged((log) =>
      log.info({ ...secrets, key_id: 'key_1', tokens: 3, handler: 'hold' }, 'installed'),
    );
    expect(text).not.toMatch(/s-\d/);
    expect(line).toMatchObject({ token: '[redacted]', key_id: 'key_1', tokens: 3, handler: 'hold' });
  });

  it('contains no credential in messages, stacks and URLs', () => {
    const credential = 'ki_0123456789abcdefghijABCDEFGHIJ012345';
    const { text } = logged((log) =>
      log.error(
        { err: new Error(`refused ${credential}`), url: `/x?t=${credential}`, deep: { a: { b: [credential] } } },
        `call with kh_${'e'.repeat(40)}.abc failed`,
      ),
    );
    expect(text).not.toContain('0123456789abcdefghij');
    expect(text).not.toContain('eeee');
    expect(text).toContain('refused ki_[redacted]');
    const { text: ofNats } = logged((log) =>
      log.warn({ credentials: `-----BEGIN USER NKEY SEED-----\nSU${'A7'.repeat(28)}\n------` }, `SO${'Q'.repeat(56)}`),
    );
    expect(ofNats).not.toMatch(/A7A7|QQQ/);
  });

  it('describes an error without the fields that a driver added to the error', () => {
    const driverError = Object.assign(new Error('value too long for type'), {
      code: '22001',
      detail: 'Failing row contains (مریم رضایی)',
      where: 'COPY people: مریم رضایی',
    });
    const failed = Object.assign(new Error('value too long for type', { cause: driverError }), {
      query: 'insert into people …',
      parameters: ['مریم رضایی'],
      driverError,
    });
    const { text, line } = logged((log) => log.error({ err: failed, tried: [failed] }, 'request failed'));
    expect(text).not.toContain('مریم');
    expect(line).toMatchObject({
      err: {
        type: 'Error',
        message: 'value too long for type',
        stack: expect.stringContaining('log.spec'),
        causes: [{ code: '22001' }],
      },
    });
  });

  it('is written even for values that JSON cannot represent', () => {
    const circular: Record<string, unknown> = { amountMicroMu: 5n };
    circular['self'] = circular;
    expect(logged((log) => log.info(circular, 'circular')).line).toMatchObject({ amountMicroMu: '5' });
  });
});
