import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadMigrations } from './migrations.js';

const migration = (name: string): string => `export class ${name} { async up() {} async down() {} }\n`;

let folder: string;
const load = () => loadMigrations(pathToFileURL(`${folder}/`));
const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kushk-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('loadMigrations', () => {
  it('loads the files of a folder in numerical order and names each migration after its file', async () => {
    write('0010-second.js', migration('AddHolds'));
    write('0002-first.js', migration('CreateWallets'));
    const names = (await load()).map((Migration) => new Migration().name);
    expect(names).toEqual(['first-1763600001002', 'second-1763600001010']);
  });

  it('ignores source maps and declaration files', async () => {
    write('0001-views.js', migration('Views'));
    write('0001-views.js.map', '{}');
    write('0001-views.d.ts', 'export {};');
    expect(await load()).toHaveLength(1);
  });

  it('rejects a file whose name has no number', async () => {
    write('views.js', migration('Views'));
    await expect(load()).rejects.toThrow('views.js is no migration');
  });

  it('rejects two files with the same number', async () => {
    write('0001-a.js', migration('A'));
    write('0001-b.js', migration('B'));
    await expect(load()).rejects.toThrow('two migrations have the number 0001');
  });

  it('rejects a file without a migration', async () => {
    write('0001-none.js', 'export const none = 1;\n');
    await expect(load()).rejects.toThrow('0001-none.js exports 0 migrations');
  });

  it('rejects a file with two migrations', async () => {
    write('0001-both.js', migration('A') + migration('B'));
    await expect(load()).rejects.toThrow('0001-both.js exports 2 migrations');
  });
});
