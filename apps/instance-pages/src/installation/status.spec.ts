import { describe, expect, it } from '@jest/globals';
import { brokenChannels, knownError, mayRedeliver } from './status.js';

const channel = (state: 'ok' | 'failing' | 'open' | 'stopped' | 'silent') => ({
  state,
  since: null,
  last_success_at: null,
  last_error: null,
  next_attempt_at: null,
  ended_by: null,
});

describe('the health of an installation', () => {
  it('counts channels that do not work, and not those that only had a failure', () => {
    const health = { lifecycle: channel('failing'), events: channel('open'), tools: channel('stopped') };
    expect(brokenChannels(health)).toBe(2);
    expect(brokenChannels({ ...health, events: channel('silent') })).toBe(2);
  });

  it('has texts for the reasons that the service names, and for no others', () => {
    expect([knownError('connect'), knownError('tool.answer_invalid')]).toEqual(['connect', null]);
  });
});

describe('a delivery', () => {
  it('can be sent again unless it waits, is a tool call, or is a lifecycle call that was accepted', () => {
    expect(mayRedeliver({ channel: 'event', status: 'delivered' })).toBe(true);
    expect(mayRedeliver({ channel: 'event', status: 'waiting' })).toBe(false);
    expect(mayRedeliver({ channel: 'lifecycle', status: 'dead' })).toBe(true);
    expect(mayRedeliver({ channel: 'lifecycle', status: 'delivered' })).toBe(false);
    expect(mayRedeliver({ channel: 'tool', status: 'failed' })).toBe(false);
  });
});
