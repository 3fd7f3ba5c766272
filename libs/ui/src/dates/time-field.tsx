import type { ReactNode } from 'react';
import { TypedField, type Reading, type TypedProps } from '../controls/typed-field.js';
import { useTexts } from '../language.js';
import { inDigits } from './dates.js';
import { readTime } from './read-date.js';

/** A time of day with 24 hours, `12:42` on the wire, in the digits of the page's language. */
export function TimeField(field: TypedProps): ReactNode {
  const { t, language } = useTexts();
  const read = (text: string): Reading => {
    const value = readTime(text);
    return value === null ? { problem: t('dates.time.wrong') } : { value };
  };
  const show = (value: string): string => inDigits(value, language);
  return <TypedField {...field} read={read} show={show} isReadAtEnd placeholder="––:––" />;
}
