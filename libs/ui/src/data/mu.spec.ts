import { describe, expect, it } from '@jest/globals';
import { muText } from './mu.js';

describe('amounts of MU', () => {
  it('are shown exactly, with the digits of the language', () => {
    expect(muText('0.25', 'fa')).toBe('۰٫۲۵\u00A0MU');
    expect(muText('1234567890123.000001', 'en')).toBe('1,234,567,890,123.000001\u00A0MU');
  });
});
