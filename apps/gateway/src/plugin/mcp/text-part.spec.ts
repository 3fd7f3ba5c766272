import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PART_BYTES, textPart } from './text-part.js';

function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let cursor: string | null = null; ;) {
    const part = textPart(text, cursor);
    parts.push(part.text);
    if (part.next_cursor === null) return parts;
    cursor = part.next_cursor;
  }
}

describe('textPart', () => {
  it('splits any text into bounded parts that together are the text, and splits no character', () => {
    const unit = fc.constantFrom('a', 'ف', '😀', '\u0001', '"', '\n', '\u200c');
    const long = fc
      .tuple(fc.array(unit, { minLength: 1, maxLength: 50 }), fc.integer({ min: 1, max: 4_000 }))
      .map(([units, times]) => units.join('').repeat(times));
    fc.assert(
      fc.property(long, (text) => {
        const parts = partsOf(text);
        expect(parts.join('')).toBe(text);
        for (const part of parts) {
          expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(PART_BYTES + 2);
          expect(part.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('returns an empty text as one part', () => {
    expect(textPart('', null)).toEqual({ text: '', next_cursor: null });
  });

  it.each(['x', 'MTAw', ''])('rejects a cursor that is no position in the text: %j', (cursor) => {
    expect(() => textPart('short', cursor)).toThrow('cursor.invalid');
  });
});
