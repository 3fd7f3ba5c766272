/** What a person reads first in the package `@kushk/cli`. apps/cli/src/guide-commands.spec.ts checks its commands. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { COMMAND_FILE, ownFiles } from './stage.js';

it('The README of the package has the first commands, the file for a CI, and the address of the documents', () => {
  const readme = readFileSync(join(resolve(import.meta.dirname, '../..'), ownFiles['README.md'] ?? ''), 'utf8');
  for (const command of ['plugin new', 'dev', 'plugin test', 'manifest check', 'release submit'])
    expect(readme).toMatch(new RegExp(`^npx @kushk/cli ${command} `, 'm'));
  expect(readme).toContain(`\`${COMMAND_FILE}\``);
  for (const path of ['/docs>', '/docs/fa>']) expect(readme).toContain(`<http://127.0.0.1:8080${path}`);
});
