import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readAgain, readNamedFile, withCurrentLogin } from './current-login.js';

const address = 'postgres://wallet:old@db1:5432,db2:5432/kushk?sslmode=verify-full';
const current = (): string => withCurrentLogin(address, 'KUSHK_DATABASE_URL');

describe('withCurrentLogin', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kushk-login-'));
    file = join(folder, 'KUSHK_DATABASE_URL');
    process.env['KUSHK_DATABASE_URL_FILE'] = file;
  });
  afterEach(() => {
    delete process.env['KUSHK_DATABASE_URL_FILE'];
    rmSync(folder, { recursive: true, force: true });
  });

  it('has the login that the file has now', () => {
    writeFileSync(file, `${address}\n`);
    expect(current()).toBe(address);
    writeFileSync(file, `${address.replace('old', 'new')}\n`);
    expect(current()).toBe(address.replace('old', 'new'));
  });

  it('keeps the address of other servers, of no file and of no variable', () => {
    writeFileSync(file, address.replace('db1', 'db3').replace('old', 'new'));
    expect(current()).toBe(address);
    rmSync(file);
    expect(current()).toBe(address);
    delete process.env['KUSHK_DATABASE_URL_FILE'];
    expect(current()).toBe(address);
  });

  it('keeps what a file had before it cannot be read, and rejects when it had nothing', () => {
    const read = (): string => readNamedFile('KUSHK_NATS_CREDENTIALS', file);
    expect(() => readAgain('KUSHK_NATS_CREDENTIALS', read, undefined)).toThrow(
      `KUSHK_NATS_CREDENTIALS cannot be read from ${file}: ENOENT`,
    );
    expect(readAgain('KUSHK_NATS_CREDENTIALS', read, 'before')).toBe('before');
    writeFileSync(file, 'now\n');
    expect(readAgain('KUSHK_NATS_CREDENTIALS', read, 'before')).toBe('now');
  });
});
