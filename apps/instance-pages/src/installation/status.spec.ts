import { describe, expect, it } from '@jest/globals';
import { channelState, installationState, knownError, mayRedeliver } from './status.js';

const channel = (state: 'ok' | 'failing' | 'open' | 'stopped' | 'silent') => ({
  state,
  since: null,
  last_success_at: null,
  last_error: null,
  next_attempt_at: null,
  ended_by: null,
});

describe('the health of an installation', () => {
  const works = { lifecycle: channel('ok'), events: channel('ok'), tools: channel('ok') };

  it('is its status while the calls work, and what does not work otherwise', () => {
    expect(installationState('installed', works)).toEqual({ of: 'status', tone: 'good', status: 'installed' });
    expect(installationState('installed', undefined).of).toBe('status');
    const failing = { ...works, tools: channel('failing') };
    expect(installationState('installed', failing)).toEqual({ of: 'failing', tone: 'warn' });
    const broken = { lifecycle: channel('failing'), events: channel('open'), tools: channel('silent') };
    expect(installationState('consent_pending', broken)).toEqual({
      of: 'broken',
      tone: 'bad',
      channels: ['events', 'tools'],
    });
  });

  it('does not depend on calls that are not made or that are still retried', () => {
    const failing = { ...works, lifecycle: channel('failing') };
    expect(installationState('pending', failing)).toMatchObject({ of: 'status', status: 'pending' });
    const stopped = { ...works, lifecycle: channel('stopped') };
    expect(installationState('pending', stopped)).toMatchObject({ of: 'broken', channels: ['lifecycle'] });
    expect(installationState('paused', stopped)).toMatchObject({ of: 'status', status: 'paused' });
  });

  it('says of a channel without a call that it was not used, and not that it works', () => {
    expect(channelState(channel('ok'))).toBe('unused');
    expect(channelState({ ...channel('ok'), last_success_at: '2026-11-20T09:00:00Z' })).toBe('ok');
    expect(channelState(channel('failing'))).toBe('failing');
  });

  it('is not that it runs while the plugin was called and has never answered', () => {
    const last_error = { at: '2026-11-20T09:00:00Z', status: null, error: 'dns' };
    const called = { ...works, lifecycle: { ...channel('ok'), last_error } };
    expect(channelState(called.lifecycle)).toBe('unanswered');
    expect(installationState('installed', called)).toEqual({ of: 'unanswered', tone: 'warn' });
    const answered = { ...channel('ok'), last_success_at: '2026-11-20T09:01:00Z' };
    expect(installationState('installed', { ...called, events: answered })).toMatchObject({ of: 'status' });
  });

  it('is not that it runs while the last call of a channel failed, also when its circuit was closed by hand', () => {
    const last_error = { at: '2026-11-20T09:00:00Z', status: null, error: 'connect' };
    const resumed = { ...channel('ok'), last_error, last_success_at: '2026-11-19T09:00:00Z' };
    for (const name of ['lifecycle', 'events', 'tools'] as const)
      expect(installationState('installed', { ...works, [name]: resumed })).toEqual({ of: 'unproven', tone: 'warn' });
    const never = { ...channel('ok'), last_error };
    expect(installationState('installed', { ...works, events: never })).toMatchObject({ of: 'unproven' });
    const succeeded = { ...resumed, last_success_at: '2026-11-20T09:00:01Z' };
    expect(installationState('installed', { ...works, events: succeeded })).toMatchObject({ of: 'status' });
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
