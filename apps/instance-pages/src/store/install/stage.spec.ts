import { describe, expect, it } from '@jest/globals';
import { stageOf } from './stage.js';

const health = (state: 'ok' | 'failing' | 'open' | 'stopped') => ({ state, last_error: null });

describe('stageOf', () => {
  it('is failing as soon as a call has failed, until the plugin has answered', () => {
    expect(stageOf('pending', null)).toBe('waiting');
    expect(stageOf('pending', health('ok'))).toBe('waiting');
    expect(stageOf('pending', health('failing'))).toBe('failing');
    expect(stageOf('pending', health('open'))).toBe('failing');
    expect(stageOf('pending', health('stopped'))).toBe('stopped');
    expect(stageOf('installed', health('failing'))).toBe('installed');
    expect(stageOf('removed', health('ok'))).toBe('removed');
  });
});
