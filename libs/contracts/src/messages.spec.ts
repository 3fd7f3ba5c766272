import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { streamIdOfToken, subjectToken } from './messages.js';

describe('the subject token of a stream id', () => {
  it('is a single NATS token, whatever the stream id contains', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        expect(subjectToken(id)).toMatch(/^[^\s.*>\u0000]+$/u);
      }),
    );
    expect(subjectToken('release-ir.acme.invoices@1.4.0')).toBe('release-ir%2Eacme%2Einvoices%401%2E4%2E0');
  });

  it('decodes to the stream id', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) =>
        expect(streamIdOfToken(subjectToken(id))).toBe(id),
      ),
    );
  });
});
