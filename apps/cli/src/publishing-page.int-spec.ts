/** docs/publishing.md, against the command that it describes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { commandUnderTest } from './black-box/command-under-test.js';
import { EXIT } from './exit-codes.js';

const page = readFileSync(new URL('../../../docs/publishing.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
/** `node kushk.mjs release wait --from …` → its words; what a shell would do with the rest of the line is left out. */
const commands = [...page.matchAll(/node kushk\.mjs ([^\n|>]+?)(?:\s*(?:\||>|\n))/g)].map(([, words = '']) => words.trim().split(/\s+/));

const cli = commandUnderTest();

describe('the page about publishing', () => {
  it('uses commands and options that exist', async () => {
    expect(commands.length).toBeGreaterThanOrEqual(8);
    for (const words of commands) {
      const [group = '', command = ''] = words;
      const { exitCode, out } = await cli.run([group, command, '--help']);
      const options = words.filter((word) => word.startsWith('--'));
      expect({ words, exitCode, unknown: options.filter((option) => !out.includes(`  ${option} `) && !out.includes(`${option}\n`)) }).toEqual({ words, exitCode: 0, unknown: [] });
    }
  }, 60_000);

  it('names every exit code and no other', () => {
    const named = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(named.sort((a, b) => a - b)).toEqual(Object.values(EXIT).sort((a, b) => a - b));
  });

  it('has examples that are YAML, with jobs that check before they submit', () => {
    expect(examples).toHaveLength(2);
    for (const example of examples) {
      expect(parse(example)).toEqual(expect.objectContaining({}));
      expect(example.indexOf('manifest check')).toBeLessThan(example.indexOf('release submit'));
      expect(example.indexOf('release submit')).toBeLessThan(example.indexOf('release wait'));
    }
  });
});
