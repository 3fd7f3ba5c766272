import { describe, expect, it } from '@jest/globals';
import { loggedError } from './logged-error.js';

describe('what the log tells about an error', () => {
  const author = (name: string): string => `    at ${name} (file:///app/reminders/dist/src/plugin.js:12:5)`;

  it('leaves out the frames of Node and of packages, and has at most five', () => {
    const error = Object.assign(new TypeError('no title'), {
      stack: [
        'TypeError: no title',
        '    at JSON.parse (<anonymous>)',
        ...['one', 'two', 'three', 'four', 'five', 'six'].map(author),
        '    at callTool (file:///app/reminders/node_modules/@kushk/plugin-sdk/dist/chunk-A.js:1:2)',
        '    at node:internal/main/run_main_module:33:47',
      ].join('\n'),
    });
    const stack = ['one', 'two', 'three', 'four', 'five'].map((name) => author(name).trim()).join('\n');
    expect(loggedError(error)).toEqual({ error: 'no title', stack });
    error.stack = error.stack.replaceAll('/reminders/dist/', '/reminders/node_modules/');
    expect(loggedError(error)).toEqual({ error: 'no title' });
  });

  it('is the text of what is no error', () => expect(loggedError('no title')).toEqual({ error: 'no title' }));
});
