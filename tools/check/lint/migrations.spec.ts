/**
 * Checks that migrations only add (docs/deployment/upgrades.md): the last release works beside this version until
 * `kushk-deploy finish-upgrade`, and a released migration has run.
 */
import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const textOf = (path: string): string => readFileSync(resolve(root, path), 'utf8');
/** SHA-256 in hexadecimal by path. */
const released = new Map(
  textOf('deploy/released-migrations.sha256')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ').toReversed() as [string, string]),
);
const current = globSync('apps/*/src/migrations/*.ts', { cwd: root });

/** What the last release, which still reads and writes the table, would miss. A column may become wider. */
const BREAKS =
  /\b(drop (table|column|constraint|view)|rename (to|column)|alter column \S+ (type (?!bigint)|set not null))/i;
const upOf = (text: string): string => text.slice(text.indexOf('async up('), text.indexOf('async down('));

describe('a released migration', () => {
  it.each([...released])('%s is not changed', (path, sha256) => {
    expect(createHash('sha256').update(textOf(path)).digest('hex')).toBe(sha256);
  });
});

describe('a new migration', () => {
  it('only adds', () => {
    const added = current.filter((path) => !released.has(path));
    const breaking = added.filter((path) => BREAKS.test(upOf(textOf(path))));
    expect(breaking).toEqual([]);
  });

  it.each([
    'drop table holds',
    'alter table holds drop column note',
    'alter table holds rename to a',
    'alter column a type text',
  ])('that says "%s" is found', (statement) =>
    expect(upOf(`async up(runner) { ${statement} } async down(`)).toMatch(BREAKS),
  );
});
