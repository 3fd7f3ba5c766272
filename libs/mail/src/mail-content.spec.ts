import { expect, it } from '@jest/globals';
import { mailContent } from './mail-content.js';

const facts = {
  names: {
    fa: {
      sender: 'کوشک',
      kinds: { waiting: 'پیشنهادهایی بیش از یک روز مانده‌اند', low: 'موجودی یک افزونه کم شده است' },
    },
    en: { sender: 'Kushk', kinds: { waiting: 'Proposals have waited for over a day', low: 'A balance is low' } },
  },
  way: 'at_once',
  counts: new Map([
    ['waiting', 12],
    ['low', 1],
  ] as const),
  at: new Date('2026-11-20T21:00:00.000Z'),
  pageUrl: 'https://i1.example/notifications',
  unsubscribeUrl: 'https://i1.example/unsubscribe?token=a&b',
} as const;

it('has kinds and counts in the language of the person, with the date of Tehran in its calendar', () => {
  const { subject, text, html } = mailContent({ ...facts, language: 'fa' });
  expect(subject).toBe('کوشک: ۱۳ اعلان تازه');
  expect(text).toContain('• پیشنهادهایی بیش از یک روز مانده‌اند: ۱۲\n• موجودی یک افزونه کم شده است: ۱\n');
  expect(text).toMatch(/۳۰ آبان ۱۴۰۵.*۰:۳۰ به وقت تهران/);
  expect(html).toContain('dir="rtl"');
  expect(html).toContain('href="https://i1.example/unsubscribe?token=a&amp;b"');
  const english = mailContent({ ...facts, language: 'en', way: 'daily' });
  expect(english.subject).toBe('Kushk: 13 notifications in your daily digest');
  expect(english.text).toMatch(/21 November 2026.*00:30, Tehran time/);
});
