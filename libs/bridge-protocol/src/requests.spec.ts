import { describe, expect, it } from '@jest/globals';
import { cleanText } from './clean-text.js';
import { isTooLarge, readPortRequest, readRequest } from './requests.js';
import { RATE_LIMIT, RequestRate } from './request-rate.js';

const read = (method: string, params: unknown) => readRequest({ id: 1, method, params });

describe('the requests of a page', () => {
  it('are read with their defaults', () => {
    expect(read('ui.confirm', { title: 'Delete?' })).toEqual({
      method: 'ui.confirm',
      title: 'Delete?',
      message: null,
      tone: 'normal',
    });
    expect(read('ui.pickCase', undefined)).toEqual({ method: 'ui.pickCase', title: null, multiple: false });
    expect(read('ui.navigate', { record: { type: 'case', id: 'c1', extra: 1 } })).toEqual({
      method: 'ui.navigate',
      record: { type: 'case', id: 'c1' },
      panel: null,
    });
  });

  it.each([
    ['constructor', {}],
    ['__proto__', {}],
    ['ui.eval', {}],
  ])('have only the known methods: %s is unknown', (method, params) => {
    expect(read(method, params)).toEqual({ code: 'method_unknown', params: { method } });
  });

  it.each([
    ['ui.confirm', {}, ['title']],
    ['ui.confirm', { title: '\u202e\u2066 ' }, ['title']],
    ['ui.confirm', { title: 1, message: {}, tone: 'loud' }, ['title', 'message', 'tone']],
    ['ui.confirm', [], ['params']],
    ['ui.resize', { height: Number.NaN }, ['height']],
    ['ui.setDirty', { dirty: 'yes' }, ['dirty']],
    ['ui.navigate', { record: { type: 'case' } }, ['record']],
  ])('are refused with the names of wrong fields: %s %j', (method, params, problems) => {
    expect(read(method, params)).toEqual({ code: 'bad_params', params: { problems } });
  });

  it('keep the height of a panel within its limits', () => {
    expect([0, 300.4, 1e9].map((height) => read('ui.resize', { height }))).toEqual([
      { method: 'ui.resize', height: 80 },
      { method: 'ui.resize', height: 300 },
      { method: 'ui.resize', height: 4_000 },
    ]);
  });

  it('are ignored when they have no id or no method', () => {
    expect([null, 'x', {}, { id: '1', method: 'a' }, { id: 1 }, { id: 1.5, method: 'a' }].map(readPortRequest)).toEqual(
      Array(6).fill(null),
    );
  });

  it('are too large above 64 KiB, or when JSON cannot express them', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    expect([{ title: 'x' }, { title: 'x'.repeat(65_536) }, cyclic, { big: 1n }].map(isTooLarge)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('cleanText', () => {
  it.each([
    ['\u202eexe.gnp\u2069', 'exe.gnp'],
    ['a\u0000b\u200bc\u00add\ufeff', 'abcd'],
    ['می\u200cرود', 'می\u200cرود'],
    ['two\n\n  lines\t', 'two lines'],
    ['<b>bold</b>', '<b>bold</b>'],
    ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
  ])('removes marks that deceive, and nothing that a word needs: %j', (text, clean) => {
    expect(cleanText(text, 80)).toBe(clean);
  });

  it('cuts a long text between characters', () => {
    expect(cleanText('😀'.repeat(100), 5)).toBe(`${'😀'.repeat(4)}…`);
    expect(cleanText('a'.repeat(10_000_000), 5)).toBe('aaaa…');
  });
});

describe('RequestRate', () => {
  it('admits 50 requests in 10 seconds and says when the next one may run', () => {
    const rate = new RequestRate();
    const waits = Array.from({ length: RATE_LIMIT.requests }, (_, index) => rate.admit(index));
    expect(waits.every((wait) => wait === 0)).toBe(true);
    expect(rate.admit(1_000)).toBe(9_000);
    expect([rate.admit(10_000), rate.admit(10_000)]).toEqual([0, 1]);
  });
});
