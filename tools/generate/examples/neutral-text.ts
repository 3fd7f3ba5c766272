/**
 * Replaces what differs between two runs of the tests, and what looks like a secret, in the JSON text of a recording.
 * Each id, time and address is replaced by the same value wherever it stands. Pure.
 */

/** The moment at which every example happens. */
const moment = Date.parse('2026-11-28T09:30:00.000Z');
const dayMs = 86_400_000;
/** The first characters of a ULID of that day; the rest counts. */
const idStart = '01m8g1a8nzeqts89x';
const idLength = 26;
/** Handles are several hundred characters long. */
const longestSecret = 64;

/** `origins`: what stands for the origins of the hub and the instance. Every other one is a plugin's. */
export function neutralText(text: string, at: Date, origins: ReadonlyMap<string, string>): string {
  const ids = new Map<string, string>();
  const idOf = (body: string): string => {
    const found = ids.get(body) ?? `${idStart}${String(ids.size + 1).padStart(idLength - idStart.length, '0')}`;
    ids.set(body, found);
    return found;
  };
  const shifted = (time: string): string => {
    const ms = Date.parse(time);
    return Math.abs(ms - at.getTime()) > 2 * dayMs ? time : new Date(moment + ms - at.getTime()).toISOString();
  };
  return (
    text
      .replaceAll(
        /https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/g,
        (origin) => origins.get(origin) ?? 'https://plugin.example.com',
      )
      .replaceAll(/\beyJ[\w-]+\.[\w-]*\.[\w-]+/g, 'eyJhbGciOiJFZERTQSJ9.e30.EXAMPLE')
      .replaceAll(
        /\b(k[a-z])_([A-Za-z0-9_-]{20,})/g,
        (_, kind: string, secret: string) => `${kind}_${filled(Math.min(secret.length, longestSecret))}`,
      )
      .replaceAll(/\b([a-z]{2,5})_([0-9a-z]{26})\b/g, (_, kind: string, body: string) => `${kind}_${idOf(body)}`)
      .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, shifted)
      // Names of the tests end in eight random digits, so that two runs have different ones.
      .replaceAll(/\b([a-z][a-z-]*?)-?[0-9a-f]{8}\b/g, (name, start: string) => (isHex.test(name) ? name : start))
  );
}

const isHex = /^[0-9a-f]+$/;
const filled = (length: number): string => 'EXAMPLE_'.repeat(Math.ceil(length / 8)).slice(0, length);
