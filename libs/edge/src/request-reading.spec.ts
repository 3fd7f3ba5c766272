import { describe, expect, it } from '@jest/globals';
import { bearerOf } from './bearer.js';
import { idempotencyKey } from './idempotency.js';
import { pageOf, QueryReader, type Query } from './paging.js';
import { Refused } from './refused.js';
import type { RevisionCondition } from '@kushk/contracts';
import { ifNoneMatch } from './entity-tag.js';
import { revisionCondition } from './revision.js';
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

describe('bearerOf', () => {
  const read = (authorization: string[], url = '/') =>
    bearerOf({ rawHeaders: authorization.flatMap((value) => ['Authorization', value]), url });

  it('reads the token of a single Authorization header', () => {
    expect(read(['Bearer ki_1'])).toEqual({ kind: 'one', text: 'ki_1' });
    expect(read([])).toEqual({ kind: 'none' });
  });

  it.each([
    ['two headers', read(['Bearer ki_1', 'Bearer ki_1']), 'repeated'],
    ['another scheme', read(['Basic YTpi']), 'no_bearer'],
    ['a token alone', read(['ki_1']), 'no_bearer'],
    ['two tokens in one header', read(['Bearer ki_1, ki_2']), 'no_bearer'],
    ['a token in the query string', read(['Bearer ki_1'], '/x?access_token=ki_1'), 'in_address'],
    ['a credential under any name in the query string', read([], '/x?a=1&t=kh_1'), 'in_address'],
  ])('rejects %s', (_, reading, reason) => {
    expect(reading).toEqual({ kind: 'refused', reason });
  });

  it('accepts cursors in the query string', () => {
    expect(read(['Bearer ki_1'], '/events?after=c_1842&limit=5')).toEqual({ kind: 'one', text: 'ki_1' });
  });
});

describe('QueryReader', () => {
  const page = (query: Query) => {
    const reader = new QueryReader(query);
    const found = pageOf(reader);
    reader.done();
    return found;
  };

  it('reads a page size, 50 by default and 200 at most', () => {
    expect(page({})).toEqual({ limit: 50, cursor: null });
    expect(page({ limit: '200', cursor: 'abc' })).toEqual({ limit: 200, cursor: 'abc' });
  });

  it('requires a text that the route requires', () => {
    const read = (query: Query) => {
      const reader = new QueryReader(query);
      const text = reader.requiredText('q', 10);
      reader.done();
      return text;
    };
    expect(read({ q: 'قرارداد' })).toBe('قرارداد');
    for (const query of [{}, { q: '' }, { q: ['a', 'b'] }, { q: 'x'.repeat(11) }])
      expect(refusalOf(() => read(query)).params).toMatchObject({ problems: [{ path: '?q' }] });
  });

  it.each([
    [{ limit: '0' }],
    [{ limit: '201' }],
    [{ limit: '1e2' }],
    [{ limit: '-1' }],
    [{ limit: ['1', '2'] }],
    [{ page: '2' }],
  ])('rejects the query %j', (query) => {
    expect(refusalOf(() => page(query)).code).toBe('request.invalid');
  });

  it('reads a list of known values and rejects an unknown one', () => {
    const typesOf = (types: string) => {
      const reader = new QueryReader({ types });
      const found = reader.manyOf('types', ['a.b', 'c.d']);
      reader.done();
      return found;
    };
    expect([typesOf('c.d,a.b'), typesOf('a.b,a.b'), typesOf('')]).toEqual([['c.d', 'a.b'], ['a.b'], null]);
    const { code, params } = refusalOf(() => typesOf('a.b,a.c'));
    expect([code, params]).toMatchObject(['request.invalid', { problems: [{ path: '?types' }] }]);
  });
});

describe('idempotencyKey', () => {
  it('requires a key on routes that demand one, and accepts its absence elsewhere', () => {
    expect(refusalOf(() => idempotencyKey(undefined, 'required')).code).toBe('idempotency.key_required');
    expect(idempotencyKey(undefined, 'accepted')).toBeNull();
    expect(idempotencyKey('job-1:settle', 'required')).toBe('job-1:settle');
  });

  it.each([[''], ['a b'], ['x'.repeat(129)], ['کلید']])('rejects the key %j', (key) => {
    expect(refusalOf(() => idempotencyKey(key, 'accepted')).code).toBe('idempotency.key_invalid');
  });
});

describe('parsing of request headers', () => {
  it.each<[header: string | undefined, tags: readonly string[]]>([
    [undefined, []],
    ['', []],
    ['*', ['*']],
    ['"4f"', ['4f']],
    ['W/"4f"', ['4f']],
    ['"a","b" , W/"c"', ['a', 'b', 'c']],
    ['"a,b", "c"', ['a,b', 'c']],
    ['"", ,"a",', ['', 'a']],
  ])('reads the tags of If-None-Match: %j', (header, tags) => {
    expect(ifNoneMatch(header)).toEqual(tags);
  });

  it.each(['a', '"a', '"a" "b"', 'w/"a"', '*, "a"', '"a"; "b"'])('rejects If-None-Match: %s', (header) => {
    expect(refusalOf(() => ifNoneMatch(header)).code).toBe('request.malformed');
  });

  it.each<[ifMatch: string | undefined, ifNoneMatch: string | undefined, condition: RevisionCondition]>([
    [undefined, undefined, null],
    ['"4"', undefined, 4],
    ['4', undefined, 4],
    ['"4", "5"', undefined, [4, 5]],
    ['*', undefined, 'existing'],
    ['W/"4"', undefined, []],
    ['"other"', undefined, []],
    ['W/"4", "5"', '*', [5]],
    [undefined, '*', 0],
    [undefined, '"4", W/"5", "other"', { not: [4, 5] }],
  ])('reads the condition of If-Match: %s and If-None-Match: %s', (given, known, condition) => {
    expect(revisionCondition(given, known)).toEqual(condition);
  });

  it.each(['four', '"4', '"4" "5"', '*, "4"'])('rejects If-Match: %s', (given) => {
    expect(refusalOf(() => revisionCondition(given, undefined)).code).toBe('request.malformed');
  });

  it('rejects an X-Request-Id with a line break, which would corrupt the log', () => {
    expect(givenRequestId('abc-1')).toBe('abc-1');
    expect(givenRequestId('a\nb')).toBeNull();
    expect(givenRequestId('')).toBeNull();
  });

  it('accepts only a valid traceparent', () => {
    expect(givenTraceparent('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')).not.toBeNull();
    expect(givenTraceparent('00-00000000000000000000000000000000-b7ad6b7169203331-01')).toBeNull();
    expect(givenTraceparent('nonsense')).toBeNull();
  });
});
