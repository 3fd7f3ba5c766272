import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { codeEntry } from '@kushk/edge';

const APPS = new URL('../../', import.meta.url);
const REFUSAL = /\brefuse\(\s*'([a-z_]+\.[a-z_]+)'/g;
/**
 * Codes that only reactions to facts return. The service retries such a reaction until the missing earlier fact has
 * arrived, so no HTTP response contains these codes.
 */
const REACTION_CODES = ['catalogue.review_out_of_order', 'review.not_requested'];

function refusalsOf(service: string): string[] {
  const folder = new URL(`${service}/src/`, APPS);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('spec.ts'),
  );
  return sources.flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(REFUSAL)].map((match) => match[1]!),
  );
}

describe('the error codes of a service', () => {
  it.each(['catalogue', 'review', 'installation', 'wallet', 'workspace', 'delivery'])(
    'all have a status in the table of codes: %s',
    (service) => {
      const codes = refusalsOf(service);
      expect(codes.length).toBeGreaterThan(0);
      expect(codes.filter((code) => codeEntry(code) === null && !REACTION_CODES.includes(code))).toEqual([]);
    },
  );
});
