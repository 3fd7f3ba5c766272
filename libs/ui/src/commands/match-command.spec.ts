import { describe, expect, it } from '@jest/globals';
import { matches } from './match-command.js';

const command = (title: string, more: { note?: string; keywords?: string } = {}) => ({
  id: 'x',
  title,
  run: () => undefined,
  ...more,
});

describe('matches', () => {
  it('finds Persian titles that were typed with an Arabic keyboard or without the zero-width non-joiner', () => {
    expect(matches(command('کیف پول'), 'كيف')).toBe(true);
    expect(matches(command('افزونه‌های نصب‌شده'), 'افزونههای')).toBe(true);
    expect(matches(command('سال ۱۴۰۵'), '1405')).toBe(true);
  });

  it('needs every word, in any order, in title, note or keywords', () => {
    const queue = command('صف بازبینی', { keywords: 'review queue', note: 'ir.acme' });
    expect(matches(queue, 'queue REVIEW acme')).toBe(true);
    expect(matches(queue, 'queue store')).toBe(false);
  });
});
