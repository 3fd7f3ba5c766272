import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { Json } from '@kushk/contracts';
import { boundedSchema } from '../bounded-schema.js';
import { metaschemas } from './metaschemas.js';

const folder = fileURLToPath(new URL('../../test/json-schema-test-suite', import.meta.url));
const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const filesIn = (path: string): readonly string[] =>
  readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));

const remotes = Object.fromEntries(
  filesIn('remotes').map((file) => [`http://localhost:1234/draft2020-12/${file}`, read(join('remotes', file)) as Json]),
);
const documents = { ...metaschemas, ...remotes };

interface Group {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

/** The number of tests of a file, and of those with another verdict than that of the suite. */
function outcomeOf(file: string, formats: 'assertion' | 'annotation'): { tests: number; differences: number } {
  let [tests, differences] = [0, 0];
  for (const group of read(join('tests', file)) as readonly Group[]) {
    const schema = boundedSchema(group.schema, { documents, formats });
    for (const { data, valid } of group.tests) {
      tests += 1;
      if (verdictOf(() => schema.findings(data, '').length === 0) !== valid) differences += 1;
    }
  }
  return { tests, differences };
}

function verdictOf(evaluate: () => boolean): boolean | null {
  try {
    return evaluate();
  } catch {
    return null;
  }
}

describe('the JSON-Schema-Test-Suite for 2020-12', () => {
  const all = filesIn('tests');
  const differencesIn = (files: readonly string[], formats: 'assertion' | 'annotation') =>
    files.map((file) => ({ file, ...outcomeOf(file, formats) }));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

  it('agrees in all required tests except one, about $vocabulary', () => {
    const outcomes = differencesIn(
      all.filter((file) => !file.startsWith('optional/')),
      'annotation',
    );
    expect(sum(outcomes.map(({ tests }) => tests))).toBeGreaterThan(1_290);
    const different = outcomes.filter(({ differences }) => differences > 0);
    expect(different).toEqual([{ file: 'vocabulary.json', tests: expect.any(Number), differences: 1 }]);
  });

  it('agrees in the optional tests except where docs/reference/json-schema.md says so', () => {
    const outcomes = differencesIn(
      all.filter((file) => file.startsWith('optional/')),
      'assertion',
    );
    const different = outcomes.filter(({ differences }) => differences > 0);
    expect(Object.fromEntries(different.map(({ file, differences }) => [file, differences]))).toEqual({
      'optional/cross-draft.json': 1,
      'optional/format/hostname.json': 23,
      'optional/format/idn-email.json': 2,
      'optional/format/idn-hostname.json': 54,
      'optional/format/iri-reference.json': 2,
      'optional/format/iri.json': 6,
      'optional/format/relative-json-pointer.json': 12,
      'optional/format/uri-template.json': 13,
    });
  });
});
