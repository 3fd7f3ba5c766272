import { describe, expect, it } from '@jest/globals';
import { bearerOf } from './bearer.js';
import { idempotencyKey } from './idempotency.js';
import { pageOf, QueryReader, type Query } from './paging.js';
import { RateLimiter } from './rate-limit.js';
import { Refused } from './refused.js';
import { ifMatch } from './revision.js';
import { givenRequestId, givenTraceparent } from './tracing.js';

function refusalOf(act: () => unknown): Refused {
  try {
    act();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('the bearer token', () => {
  const read = (authorization: string[], url = '/') =>
    bearerOf({ rawHeaders: authorization.flatMap((value) => ['Authorization', value]), url });

  it('is read from one header', () => {
    expect(read(['Bearer ki_1'])).toEqual({ kind: 'one', text: 'ki_1' });
    expect(read([])).toEqual({ kind: 'none' });
  });

  it.each([
    ['two headers', read(['Bearer ki_1', 'Bearer ki_1'])],
    ['another scheme', read(['Basic YTpi'])],
    ['two tokens in one header', read(['Bearer ki_1, ki_2'])],
    ['a token in the query string', read(['Bearer ki_1'], '/x?access_token=ki_1')],
    ['a credential under any name in the query string', read([], '/x?a=1&t=kh_1')],
  ])('is not taken from %s', (_, reading) => {
    expect(reading).toEqual({ kind: 'ambiguous' });
  });

  it('lets cursors pass in the query string', () => {
    expect(read(['Bearer ki_1'], '/events?after=c_1842&limit=5')).toEqual({ kind: 'one', text: 'ki_1' });
  });
});

describe('query parameters', () => {
  const page = (query: Query) => {
    const reader = new QueryReader(query);
    const found = pageOf(reader);
    reader.done();
    return found;
  };

  it('page by 50 and at most by 200', () => {
    expect(page({})).toEqual({ limit: 50, cursor: null });
    expect(page({ limit: '200', cursor: 'abc' })).toEqual({ limit: 200, cursor: 'abc' });
  });

  it.each([
    [{ limit: '0' }],
    [{ limit: '201' }],
    [{ limit: '1e2' }],
    [{ limit: '-1' }],
    [{ limit: ['1', '2'] }],
    [{ page: '2' }],
  ])('refuse %j', (query) => {
    expect(refusalOf(() => page(query)).code).toBe('request.invalid');
  });
});

describe('Idempotency-Key', () => {
  it('is required where money moves and optional elsewhere', () => {
    expect(refusalOf(() => idempotencyKey(undefined, 'required')).code).toBe('idempotency.key_required');
    expect(idempotencyKey(undefined, 'accepted')).toBeNull();
    expect(idempotencyKey('job-1:settle', 'required')).toBe('job-1:settle');
  });

  it.each([[''], ['a b'], ['x'.repeat(129)], ['کلید']])('is not %j', (key) => {
    expect(refusalOf(() => idempotencyKey(key, 'accepted')).code).toBe('idempotency.key_invalid');
  });
});

describe('the other headers', () => {
  it('take a revision with or without quotes and nothing else', () => {
    expect(ifMatch('"4"')).toBe(4);
    expect(ifMatch('4')).toBe(4);
    expect(ifMatch(undefined)).toBeNull();
    for (const tag of ['W/"4"', '*', '"4", "5"', ''])
      expect(refusalOf(() => ifMatch(tag)).code).toBe('request.malformed');
  });

  it('let no line break into a log by X-Request-Id', () => {
    expect(givenRequestId('abc-1')).toBe('abc-1');
    expect(givenRequestId('a\nb')).toBeNull();
    expect(givenRequestId('')).toBeNull();
  });

  it('echo only a traceparent that is one', () => {
    expect(givenTraceparent('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')).not.toBeNull();
    expect(givenTraceparent('00-00000000000000000000000000000000-b7ad6b7169203331-01')).toBeNull();
    expect(givenTraceparent('nonsense')).toBeNull();
  });
});

describe('the rate of a caller', () => {
  it('allows a burst, then refills with time, each caller for itself', () => {
    const limiter = new RateLimiter({ name: 'plugin', quota: 60, windowSeconds: 60, burst: 2 });
    const headers: Record<string, string> = {};
    const take = (caller: string, atMs: number) => limiter.take(caller, atMs, (name, value) => (headers[name] = value));
    take('a', 0);
    expect(headers).toEqual({ 'ratelimit-policy': '"plugin";q=60;w=60;qb=2', ratelimit: '"plugin";r=1;t=1' });
    take('a', 0);
    const refused = refusalOf(() => take('a', 100));
    expect([refused.code, refused.retryAfterSeconds]).toEqual(['rate.limited', 1]);
    take('b', 100);
    take('a', 1_100);
  });
});
