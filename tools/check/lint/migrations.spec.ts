/**
 * Checks that migrations only add (docs/operations.md, Upgrades): the last release works beside this version until
 * `kushk-deploy finish-upgrade`, and a released migration has run.
 */
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const releases = JSON.parse(readFileSync(resolve(root, 'deploy/releases.json'), 'utf8')) as Record<string, string>;
const folders = [':(glob)apps/*/src/migrations/*.ts'];
const released = new Map(
  Object.values(releases).flatMap((commit) =>
    git('ls-tree', '-r', '--name-only', commit, 'apps')
      .split('\n')
      .filter((path) => /^apps\/\w+\/src\/migrations\//.test(path))
      .map((path) => [path, commit] as const),
  ),
);
const current = git('ls-files', '--cached', '--others', '--exclude-standard', ...folders)
  .split('\n')
  .filter((path) => path !== '');

/** What the last release, which still reads and writes the table, would miss. A column may become wider. */
const BREAKS =
  /\b(drop (table|column|constraint|view)|rename (to|column)|alter column \S+ (type (?!bigint)|set not null))/i;
const upOf = (text: string): string => text.slice(text.indexOf('async up('), text.indexOf('async down('));

describe('a released migration', () => {
  it.each([...released])('%s is not changed', (path, commit) => {
    expect(current).toContain(path);
    expect(readFileSync(resolve(root, path), 'utf8')).toBe(git('show', `${commit}:${path}`));
  });
});

describe('a new migration', () => {
  it('only adds', () => {
    const added = current.filter((path) => !released.has(path));
    const breaking = added.filter((path) => BREAKS.test(upOf(readFileSync(resolve(root, path), 'utf8'))));
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
