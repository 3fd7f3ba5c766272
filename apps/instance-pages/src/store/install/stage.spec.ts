import { describe, expect, it } from '@jest/globals';
import { stageOf } from './stage.js';

const pushed = (status: 'pending' | 'installed' | 'removed') => ({ status, delivery: 'push' }) as const;
const health = (state: 'ok' | 'failing' | 'open' | 'stopped') => ({ state, last_error: null });

describe('stageOf', () => {
  it('is failing as soon as a call has failed, until the plugin has answered', () => {
    expect(stageOf(pushed('pending'), null)).toBe('waiting');
    expect(stageOf(pushed('pending'), health('ok'))).toBe('waiting');
    expect(stageOf(pushed('pending'), health('failing'))).toBe('failing');
    expect(stageOf(pushed('pending'), health('open'))).toBe('failing');
    expect(stageOf(pushed('pending'), health('stopped'))).toBe('stopped');
    expect(stageOf(pushed('installed'), health('failing'))).toBe('installed');
    expect(stageOf(pushed('removed'), health('ok'))).toBe('removed');
  });

  it('waits for an admin while a plugin that polls has no credentials', () => {
    expect(stageOf({ status: 'pending', delivery: 'poll' }, health('ok'))).toBe('to_read');
    expect(stageOf({ status: 'installed', delivery: 'poll' }, health('ok'))).toBe('installed');
  });
});
