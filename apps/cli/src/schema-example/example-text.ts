/** Texts with the length, the format and the pattern of a JSON Schema. */
import type { JsonObject } from '@kushk/contracts';
import { textMatching } from '@kushk/manifest';

const TEXT = 'example';
const MAX_CHARACTERS = 10_000;
/** The items of a list may have to differ. */
const DIFFERENT_TEXTS = 100;
const LONGER_TEXTS = 5;
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  time: '10:00:00Z',
  'date-time': '2026-11-20T10:00:00Z',
  duration: 'P1D',
  uri: 'https://example.com/',
  'uri-reference': '/example',
  email: 'person@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '00000000-0000-4000-8000-000000000000',
  'json-pointer': '/example',
  regex: '^.*$',
};

/** Each must still be checked: a format and a pattern may exclude each other. */
export function* textsFor({ format, pattern, minLength, maxLength }: JsonObject): Generator<string> {
  const min = Math.min(typeof minLength === 'number' ? minLength : 0, MAX_CHARACTERS);
  const max = Math.min(typeof maxLength === 'number' ? maxLength : MAX_CHARACTERS, MAX_CHARACTERS);
  const ofFormat = typeof format === 'string' ? FORMATS[format] : undefined;
  if (ofFormat !== undefined) yield* [ofFormat, longer(format as string, ofFormat, min)];
  if (typeof pattern === 'string') {
    for (let more = 0; more < LONGER_TEXTS; more += 1) {
      const text = patternText(pattern, { min: min + more, max });
      if (text !== null) yield text;
    }
    return;
  }
  yield TEXT.padEnd(min, 'x').slice(0, max);
  for (let index = 1; index <= DIFFERENT_TEXTS; index += 1) yield `${index}`.padEnd(min, 'x').slice(0, max);
}

/** Formats without a fixed length can have a longer value. */
function longer(format: string, text: string, min: number): string {
  if (format === 'email') return text.padStart(min, 'x');
  return format.startsWith('uri') || format === 'json-pointer' ? text.padEnd(min, 'x') : text;
}

function patternText(pattern: string, length: { readonly min: number; readonly max: number }): string | null {
  try {
    return textMatching(pattern, length);
  } catch {
    // The check of the manifest reports a pattern that is not supported.
    return null;
  }
}
