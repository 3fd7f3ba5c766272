/** The package of the command, as `npm run pack` stages it from what is built. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stageKushk } from './stage.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kushk-stage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package of the command', () => {
  it('depends on an exact version of each package that its programs import', () => {
    stageKushk(resolve(import.meta.dirname, '../..'), folder);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(Object.keys(dependencies)).toEqual(
      expect.arrayContaining(['pg', '@nats-io/jetstream', '@opentelemetry/api']),
    );
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  });
});
