import { describe, expect, it } from '@jest/globals';
import { bytesOf, tooHeavy } from './first-screen.js';

const files = new Map([
  ['start.js', { bytes: 100, imports: [] }],
  ['table.js', { bytes: 30, imports: ['start.js'] }],
  ['list.js', { bytes: 5, imports: ['start.js', 'table.js'] }],
  ['editor.js', { bytes: 900, imports: ['start.js'] }],
]);

describe('the script of a first screen', () => {
  it('is that of its page, of the start, and of what they import, each counted once', () => {
    expect(bytesOf(files, ['start.js', 'list.js'])).toBe(135);
  });

  it('names the screens that are too heavy, the heaviest first', () => {
    const screens = [
      { screen: 'list', bytes: 135 },
      { screen: 'both', bytes: 201 },
      { screen: 'editor', bytes: 1_000 },
    ];
    expect(tooHeavy(screens, 200)).toEqual([
      'editor loads 1000 bytes of script, of at most 200',
      'both loads 201 bytes of script, of at most 200',
    ]);
    expect(tooHeavy(screens, 1_000)).toEqual([]);
  });

  it('is not guessed when a file is missing', () => {
    expect(() => bytesOf(files, ['other.js'])).toThrow('no file other.js was built');
  });
});
