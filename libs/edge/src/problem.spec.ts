import { describe, expect, it } from '@jest/globals';
import { allCodes, codeEntry } from './codes.js';
import { mapError } from './error-mapping.js';
import { languageOf, problemDocument, problemHeaders } from './problem.js';
import { Refused } from './refused.js';

const at = { errorsBase: 'https://kushk.example', requestId: 'req_1', language: 'en' } as const;

describe('a problem document', () => {
  it('contains the members of RFC 9457, a code, params and the request id', () => {
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

  it('is in Persian when Accept-Language prefers Persian', () => {
    expect(problemDocument(Refused.with('installation.paused'), { ...at, language: 'fa' }).title).toBe(
      'نصب موقتاً متوقف شده است',
    );
    expect(languageOf('fa-IR, en;q=0.5')).toBe('fa');
    expect(languageOf('en, fa;q=0.9')).toBe('en');
    expect(languageOf('fr, fa;q=0.2')).toBe('fa');
    expect(languageOf('fa;q=0, en;q=0.1')).toBe('en');
    expect(languageOf(undefined)).toBe('en');
  });

  it("has no params for a 404, so that an absent resource and another owner's resource look the same", () => {
    const foreign = Refused.byService({ code: 'catalogue.release_not_found', params: { owner: 'someone else' } });
    expect(problemDocument(foreign, at)).toEqual(problemDocument(Refused.with('catalogue.release_not_found'), at));
  });

  it("names the record types of the caller's own manifest for an unknown one", () => {
    const unknown = Refused.byService({ code: 'record.type_not_found', params: { type: 'bid', types: ['tender'] } });
    expect(problemDocument(unknown, at)).toMatchObject({
      params: { types: ['tender'] },
      detail: expect.stringMatching(/it has: tender$/),
    });
  });

  it('says for an unknown path what was probably confused', () => {
    const { detail, params } = problemDocument(Refused.with('route.not_found', { hint: 'this_is_the_hub' }), at);
    expect([detail, params]).toEqual([expect.stringContaining('hub'), { hint: 'this_is_the_hub' }]);
  });

  it('has the code service.failed and no params when the error code is not in the table', () => {
    const document = problemDocument(Refused.byService({ code: 'wallet.exploded', params: { sql: 'select 1' } }), at);
    expect(document).toMatchObject({ status: 500, code: 'service.failed', params: {} });
    expect(JSON.stringify(document)).not.toContain('select');
  });

  it('has the documented status for each code that clients depend on', () => {
    const documented: Record<string, number> = {
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
    expect(Object.fromEntries(Object.keys(documented).map((code) => [code, codeEntry(code)?.status]))).toEqual(
      documented,
    );
  });

  it('has an English and a Persian title for each code', () => {
    for (const code of allCodes()) {
      const { titles } = codeEntry(code)!;
      expect(titles.en).toMatch(/^[A-Z][\x20-\x7e]+[^.]$/);
      expect(titles.fa).toMatch(/[\u0600-\u06ff]/);
    }
  });

  it('is sent with WWW-Authenticate for 401 and with Retry-After for 503', () => {
    const missing = Refused.with('auth.token_invalid');
    const down = Refused.unavailable('wallet');
    expect(problemHeaders(problemDocument(missing, at), missing)).toEqual({ 'www-authenticate': 'Bearer' });
    expect(problemHeaders(problemDocument(down, at), down)).toEqual({ 'retry-after': '2' });
  });
});

describe('mapError', () => {
  it('recognises framework errors by code and status, and hides all other errors', () => {
    expect(mapError(Object.assign(new Error('secret'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })).refused).toMatchObject({
      code: 'request.too_large',
      params: { limit_bytes: 1_048_576 },
    });
    expect(mapError(Object.assign(new Error('Cannot GET /'), { status: 404 })).refused.code).toBe('route.not_found');
    expect(mapError(new TypeError('x is undefined at secret.ts'))).toMatchObject({
      isDefect: true,
      refused: { code: 'service.failed', params: {} },
    });
    for (const statusCode of [403, 412, 416, 431])
      expect(mapError(Object.assign(new Error('secret'), { statusCode }))).toMatchObject({
        isDefect: false,
        refused: { code: statusCode === 403 ? 'route.not_found' : 'request.malformed' },
      });
    expect(mapError(Object.assign(new Error('of another server'), { status: 403 }))).toMatchObject({ isDefect: true });
    expect(mapError('a string')).toMatchObject({ isDefect: true });
  });
});
