/** Checks that every released version can be returned to: its commit, and a recorded log of each service. */
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const releases = JSON.parse(readFileSync(resolve(root, 'deploy/releases.json'), 'utf8')) as Record<string, string>;
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
const services = ['catalogue', 'review', 'installation', 'wallet', 'workspace', 'delivery', 'containers'];

describe.each(Object.entries(releases))('the release %s', (version, commit) => {
  it('is a commit of the history, with this version', () => {
    expect(git('merge-base', commit, 'HEAD').trim()).toBe(commit);
    expect(JSON.parse(git('show', `${commit}:package.json`))).toMatchObject({ version });
  });

  it('has a recorded data folder', () => {
    expect(existsSync(resolve(root, `tools/measure/proof/data/${version}.tar.zst`))).toBe(true);
  });

  it.each(services)('has the log of %s that it recorded', (service) => {
    const path = `apps/${service}/test/logs/${version}.jsonl`;
    expect(readFileSync(resolve(root, path), 'utf8')).toBe(git('show', `${commit}:${path}`));
  });
});
