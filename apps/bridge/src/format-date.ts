import type { Context } from '@kushk/bridge-protocol';
import { BridgeError } from './bridge-error.js';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

type Style = 'short' | 'long' | 'full';
type Locale = Pick<Context, 'language' | 'calendar' | 'timeZone' | 'numerals'>;

const fields: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  short: { year: 'numeric', month: '2-digit', day: '2-digit' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
};

/**
 * Formats a date as people write it. ICU orders Persian dates with weekday as `۱۴۰۵ آبان ۲۹, جمعه`, so Persian is built
 * from the parts. A text `YYYY-MM-DD` is a day, and no time zone may move it to another one.
 */
export function formatDate(date: Date | string, style: Style, locale: Locale): string {
  const isDay = typeof date === 'string' && DAY.test(date);
  const at = new Date(date);
  if (Number.isNaN(at.getTime())) throw new BridgeError('bad_params', { problems: ['date'] });
  const { language, calendar, numerals, timeZone } = locale;
  const format = new Intl.DateTimeFormat(language, {
    ...fields[style],
    calendar: calendar === 'jalali' ? 'persian' : 'gregory',
    numberingSystem: numerals,
    timeZone: isDay ? 'UTC' : timeZone,
  });
  const parts = format.formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  const isPersian = language === 'fa' || language.startsWith('fa-');
  if (!isPersian) return withoutEra(parts);
  if (style === 'short') return `${part('year')}/${part('month')}/${part('day')}`;
  const day = `${part('day')} ${part('month')} ${part('year')}`;
  return style === 'full' ? `${part('weekday')}، ${day}` : day;
}

/** Outside Persian, ICU adds the era `AP` to dates of the Jalali calendar. */
function withoutEra(parts: readonly Intl.DateTimeFormatPart[]): string {
  return parts
    .filter(({ type }, index) => type !== 'era' && !(type === 'literal' && parts[index + 1]?.type === 'era'))
    .map(({ value }) => value)
    .join('');
}
