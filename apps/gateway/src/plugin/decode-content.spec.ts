import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { decodeBase64 } from './decode-content.js';

const decode = (text: string) => decodeBase64(Buffer.from(text))?.toString('latin1') ?? null;

describe('decodeBase64', () => {
  it('decodes content of any length', () => {
    for (const bytes of [0, 1, 2, 3, 49_151, 49_152, 49_153, 200_000]) {
      const content = randomBytes(bytes);
      expect(decodeBase64(Buffer.from(content.toString('base64')))?.equals(content)).toBe(true);
    }
  });

  it.each(['YQ', 'YQ=', 'YR==', 'Y Q=', 'YQ==YQ==', '-_-_', 'YWI\n', '====', 'سلام'])('rejects %j', (text) => {
    expect(decode(text)).toBeNull();
  });

  it('rejects padding between two pieces', () => {
    const piece = Buffer.alloc(49_150, 'a').toString('base64');
    expect(piece.length % 4).toBe(0);
    expect(decode(piece + piece)).toBeNull();
  });
});
