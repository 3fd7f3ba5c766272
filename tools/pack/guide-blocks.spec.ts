/** The guides of both languages have the same commands, and `npm run ten-minutes` runs every one of them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { guideCommands } from './guide-blocks.js';

const guide = (language: string): string =>
  readFileSync(new URL(`../../docs/guide/${language}/first-plugin.md`, import.meta.url), 'utf8');
const blocks = (markdown: string): readonly string[] => [...markdown.matchAll(/^```.*$/gm)].map(([fence]) => fence);

describe('the guide of the first plugin', () => {
  it('has the same commands in both languages', () => {
    expect(guideCommands(guide('fa'))).toEqual(guideCommands(guide('en')));
  });

  it('has no block of code that is not run', () => {
    expect(blocks(guide('en')).filter((fence) => !/^```(?:sh(?: background)?)?$/.test(fence))).toEqual([]);
  });

  it('goes from the installation to the review', () => {
    const commands = guideCommands(guide('en')).map(({ command }) => command);
    const start = ['npm install', 'plugin new', 'cli dev', 'dev tool', 'dev apply'];
    const steps = [...start, 'plugin test', 'release submit', 'dev approve'];
    const places = steps.map((step) => commands.findIndex((command) => command.includes(step)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });
});
