/**
 * Every package that a reader installs or runs has our scope. A name without it is free for anyone in the public
 * registry: npx would run the package of a stranger wherever ours is not installed.
 */
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [command, sdk] = ['kushk', 'plugin-sdk'];
/** What names a package in a command or a path. The command itself may be called `kushk`. */
const UNSCOPED = new RegExp(
  [
    `\\bnpx (?:-\\S+ )*(?:${command}|${sdk})(?![-\\w])`,
    `\\bnpm (?:i|install|add|exec)\\b[^\\n\`]*[ ](?:${command}|${sdk})(?![-/\\w])`,
    `\\b${command}-\\d+\\.\\d+\\.\\d+[^\\s]*\\.tgz`,
    `\\bnode_modules/${command}/`,
    `\\bthe packages? \`?${command}\\b(?!/)`,
    `بستهٔ \`?${command}\\b`,
  ].join('|'),
  'g',
);
/** Files of the history, and those that are compared with an unscoped name. */
const LEFT_OUT = /^(?:CHANGELOG\.md|package-lock\.json|tools\/check\/lint\/package-names\.spec\.ts)$/;
const files = execFileSync('git', ['ls-files', '-z', '--', 'apps', 'docs', 'libs', 'tools', '*.md'], {
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
})
  .split('\0')
  .filter((path) => /\.(?:ts|tsx|mjs|md|ya?ml|json|py|go|php)$/.test(path) && !LEFT_OUT.test(path))
  .filter((path) => existsSync(resolve(path)));

const namesIn = (text: string): readonly string[] => text.match(UNSCOPED) ?? [];

describe('the names of our packages', () => {
  it('have our scope in every document, page, template and message', () => {
    const found = files.flatMap((path) =>
      namesIn(readFileSync(resolve(path), 'utf8')).map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    `npx ${command} dev`,
    `npx --yes ${command} dev`,
    `npm install ${command}`,
    `npm install --save-dev @kushk/cli ${sdk}`,
    `npm install ./${command}-0.1.0.tgz`,
    `node_modules/${command}/apps/cli/dist/kushk.mjs`,
    `install the package ${command}`,
  ])('are found without it: %s', (text) => {
    expect(namesIn(text)).not.toEqual([]);
  });

  it.each(['npx @kushk/cli dev', 'npm install ../kushk-cli-0.1.0.tgz', 'npx kushk-deploy init', 'kushk dev'])(
    'may stand in: %s',
    (text) => {
      expect(namesIn(text)).toEqual([]);
    },
  );
});
