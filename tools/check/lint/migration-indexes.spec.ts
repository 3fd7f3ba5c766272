/**
 * Checks that a migration blocks no writes: an index on a table that already has rows is created concurrently
 * (`createIndexConcurrently`). An index on a table of the same migration takes no time.
 */
import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const migrations = globSync(['apps/*/src/migrations/*.ts', 'libs/*/src/**/*.migration.ts'], { cwd: root });

/** The tables that `up` gives an index that blocks writes. */
function blockedTables(migration: string): string[] {
  const text = migration.replace(/async down\([\s\S]*?\n {2}}/, '');
  const tablesOf = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
  const created = tablesOf(/create (?:unlogged )?table (?:if not exists )?(\w+)/gi);
  const indexed = tablesOf(/create (?:unique )?index (?!concurrently)(?:if not exists )?[\w"$={}]* ?on (\w+)/gi);
  return indexed.filter((table) => !created.includes(table));
}

describe('the migrations', () => {
  it.each(migrations)('of %s create indexes on existing tables concurrently', (path) => {
    expect(blockedTables(readFileSync(resolve(root, path), 'utf8'))).toEqual([]);
  });

  it('are checked', () => {
    expect(migrations.length).toBeGreaterThan(7);
    expect(
      blockedTables('create unique index a on coins (year); create table purses (); create index on purses ()'),
    ).toEqual(['coins']);
    expect(blockedTables(`createIndexConcurrently(runner, 'a', 'on coins (year)')`)).toEqual([]);
    expect(blockedTables('async down() {\n    create index a on coins (year)\n  }')).toEqual([]);
  });
});
