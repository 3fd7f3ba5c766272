import { describe, expect, it } from '@jest/globals';
import { cutToWidth } from './text-width.js';

describe('a line that is cut to a width', () => {
  it('ends the colour in which it was cut, and has no escape where it had none', () => {
    expect(cutToWidth('\u001B[2mabcdef\u001B[22m', 4)).toBe('\u001B[2mabc…\u001B[0m');
    expect(cutToWidth('abcdef', 4)).toBe('abc…');
    expect(cutToWidth('abcd', 4)).toBe('abcd');
  });
});
