import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { codeEntry } from '@kushk/edge';

const APPS = new URL('../../', import.meta.url);
const REFUSAL = /\b(?:refuse|no)\(\s*'([a-z_]+\.[a-z_]+)'/g;
/** Said only by reactions, which wait for a predecessor and are tried again; nobody at the edge hears them. */
const NEVER_AT_THE_EDGE = ['catalogue.review_out_of_order', 'review.not_requested'];

function refusalsOf(service: string): string[] {
  const folder = new URL(`${service}/src/`, APPS);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('spec.ts'),
  );
  return sources.flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(REFUSAL)].map((match) => match[1]!),
  );
}

describe('every refusal in the source of a service', () => {
  it.each(['catalogue', 'review', 'installation', 'wallet', 'workspace', 'delivery'])(
    'has a status at the edge: %s',
    (service) => {
      const codes = refusalsOf(service);
      expect(codes.length).toBeGreaterThan(0);
      expect(codes.filter((code) => codeEntry(code) === null && !NEVER_AT_THE_EDGE.includes(code))).toEqual([]);
    },
  );
});
