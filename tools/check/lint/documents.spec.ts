/** Checks that the documents match the repository. */
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const read = (path: string): string => readFileSync(resolve(path), 'utf8');
const documents = execFileSync('git', ['ls-files', '-z', '--', '*.md'], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(resolve(path)));
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts);

/** Returns the files that a text links to, without anchors. Links in code blocks are ignored. */
function linksIn(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^(https?:|#)/.test(to))
    .map((to) => to.replace(/#.*$/, ''));
}
const brokenLinks = (path: string, text: string): string[] =>
  linksIn(text).filter((to) => !existsSync(resolve(join(dirname(path), to))));
const unknownScripts = (text: string): string[] =>
  [...text.matchAll(/npm run (?:--silent )?([a-z-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts.includes(name));

describe('the Markdown documents', () => {
  it.each(documents)('have working links and existing npm scripts: %s', (path) => {
    const text = read(path);
    expect(brokenLinks(path, text)).toEqual([]);
    expect(unknownScripts(text)).toEqual([]);
  });

  it('fail the check when they contain a broken link or an unknown script', () => {
    expect(
      brokenLinks(
        'docs/x.md',
        'See [the map](map.md#wallet), [the moon](moon.md) and `code`.\n```\n[not](here.md)\n```',
      ),
    ).toEqual(['moon.md']);
    expect(unknownScripts('`npm run lint`, `npm run --silent generate`, `npm run dance`')).toEqual(['dance']);
  });

  it('begin with a README that is read in two minutes', () => {
    const lines = read('README.md').split('\n');
    expect(lines.length).toBeLessThanOrEqual(151);
    expect(lines.filter((line) => [...line].length > 160)).toEqual([]);
  });

  it('include an index of all decision records', () => {
    const records = documents.filter((path) => /^docs\/adr\/\d{4}-/.test(path));
    // Prettier pads table cells with spaces.
    const index = read('docs/adr/README.md').replace(/ +\|/g, ' |');
    for (const path of records) {
      const [title = ''] = read(path).split('\n');
      expect(index).toContain(`(${path.split('/').at(-1)}) | ${title.replace(/^# \d+\. /, '')} |`);
      expect(read(path)).toMatch(/\n## Context\n[\s\S]+\n## Decision\n[\s\S]+\n## Consequences\n/);
    }
  });
});
