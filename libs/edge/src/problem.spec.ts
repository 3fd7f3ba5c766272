import { describe, expect, it } from '@jest/globals';
import { allCodes, codeEntry } from './codes.js';
import { failureOf } from './failure.js';
import { languageOf, problemDocument, problemHeaders } from './problem.js';
import { Refused } from './refused.js';

const at = { errorsBase: 'https://kushk.example', requestId: 'req_1', language: 'en' } as const;

describe('a problem', () => {
  it('has the shape of contract §3', () => {
    const problems = [
      { code: 'required', path: '/id', message: 'is required', message_fa: 'لازم است', stage: 'submission' },
    ];
    expect(
      problemDocument(Refused.byService({ code: 'catalogue.manifest_invalid', params: { problems } }), at),
    ).toEqual({
      type: 'https://kushk.example/errors/catalogue.manifest_invalid',
      title: 'The manifest is not valid',
      status: 422,
      detail: '1 problem found',
      code: 'catalogue.manifest_invalid',
      params: { problems },
      request_id: 'req_1',
    });
  });

  it('speaks Persian to who asks for it', () => {
    expect(problemDocument(Refused.with('installation.paused'), { ...at, language: 'fa' }).title).toBe(
      'نصب متوقف شده است',
    );
    expect(languageOf('fa-IR, en;q=0.5')).toBe('fa');
    expect(languageOf('en, fa;q=0.9')).toBe('en');
    expect(languageOf('fr, fa;q=0.2')).toBe('fa');
    expect(languageOf('fa;q=0, en;q=0.1')).toBe('en');
    expect(languageOf(undefined)).toBe('en');
  });

  it('tells nothing of what was not found, whatever the service said', () => {
    const said = Refused.byService({ code: 'catalogue.release_not_found', params: { owner: 'someone else' } });
    expect(problemDocument(said, at)).toEqual(problemDocument(Refused.with('catalogue.release_not_found'), at));
  });

  it('shows nothing of a code that nobody has entered, and calls it our fault', () => {
    const document = problemDocument(Refused.byService({ code: 'wallet.exploded', params: { sql: 'select 1' } }), at);
    expect(document).toMatchObject({ status: 500, code: 'service.failed', params: {} });
    expect(JSON.stringify(document)).not.toContain('select');
  });

  it('knows every code of contract §3 by its status', () => {
    const contract: Record<string, number> = {
      'auth.publisher_key_invalid': 401,
      'auth.token_invalid': 401,
      'auth.handle_invalid': 401,
      'auth.scope_missing': 403,
      'auth.role_missing': 403,
      'request.malformed': 400,
      'request.invalid': 422,
      'catalogue.manifest_invalid': 422,
      'usage.month_invalid': 422,
      'usage.month_in_future': 422,
      'catalogue.publisher_mismatch': 403,
      'catalogue.release_not_found': 404,
      'wallet.hold_not_found': 404,
      'catalogue.plugin_owned_elsewhere': 409,
      'catalogue.version_exists': 409,
      'catalogue.transition_invalid': 409,
      'installation.suspended': 403,
      'installation.paused': 403,
      'installation.scope_pending': 403,
      'events.cursor_expired': 410,
      'rate.limited': 429,
      'idempotency.conflict': 409,
      'idempotency.key_required': 400,
      'wallet.insufficient_balance': 402,
      'wallet.settle_exceeds_hold': 409,
      'wallet.busy': 503,
      'record.invalid': 422,
      'proposal.stale': 409,
    };
    expect(Object.fromEntries(Object.keys(contract).map((code) => [code, codeEntry(code)?.status]))).toEqual(contract);
  });

  it('has both titles for every code', () => {
    for (const code of allCodes()) {
      const { titles } = codeEntry(code)!;
      expect(titles.en).toMatch(/^[A-Z][\x20-\x7e]+[^.]$/);
      expect(titles.fa).toMatch(/[\u0600-\u06ff]/);
    }
  });

  it('asks for a credential with 401 and for patience with 503', () => {
    const missing = Refused.with('auth.token_invalid');
    const down = Refused.unavailable('wallet');
    expect(problemHeaders(problemDocument(missing, at), missing)).toEqual({ 'www-authenticate': 'Bearer' });
    expect(problemHeaders(problemDocument(down, at), down)).toEqual({ 'retry-after': '2' });
  });
});

describe('anything thrown', () => {
  it('is told by code and status, never by its text', () => {
    expect(failureOf(Object.assign(new Error('secret'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })).refused.code).toBe(
      'request.too_large',
    );
    expect(failureOf(Object.assign(new Error('Cannot GET /'), { status: 404 })).refused.code).toBe('route.not_found');
    expect(failureOf(new TypeError('x is undefined at secret.ts'))).toMatchObject({
      unexpected: true,
      refused: { code: 'service.failed', params: {} },
    });
    expect(failureOf('a string')).toMatchObject({ unexpected: true });
  });
});
