import { describe, expect, it } from '@jest/globals';
import type { ListName } from '@kushk/contracts';
import { ChangeHub } from './change-hub.js';
import { ChangeStream } from './change-stream.js';

const everything = (): Promise<ReadonlySet<ListName>> =>
  Promise.resolve(new Set<ListName>(['proposals', 'cases', 'audit']));

/** A stream with a clock that only moves when the stream waits for nothing else. */
function streamUnderTest(visibleNow = everything) {
  let nowMs = 0;
  let ended = 0;
  const stream = new ChangeStream(() => (ended += 1), {
    now: () => nowMs,
    wait: (ms, wake) =>
      new Promise((resolve) => {
        const turn = setImmediate(() => {
          nowMs += ms;
          resolve();
        });
        wake(() => {
          clearImmediate(turn);
          resolve();
        });
      }),
  });
  const text = stream.text(visibleNow);
  const next = async (): Promise<string | undefined> => ((await text.next()) as { value?: string }).value;
  return { stream, text, next, nowMs: () => nowMs, ended: () => ended };
}
const event = (...lists: ListName[]): string => `event: changes\ndata: ${JSON.stringify({ lists })}\n\n`;

describe('a change stream', () => {
  it('joins a burst of 10,000 changes into one event with each name once', async () => {
    const { stream, next, nowMs } = streamUnderTest();
    await next();
    stream.add(['proposals']);
    expect(await next()).toBe(event('proposals'));
    for (let index = 0; index < 10_000; index += 1) stream.add(index % 2 === 0 ? ['proposals'] : ['cases', 'audit']);
    expect(await next()).toBe(event('proposals', 'cases', 'audit'));
    // The second event waited for its time, although all changes had arrived before.
    expect(nowMs()).toBe(500);
  });

  it('sends heartbeats while nothing changes', async () => {
    const { next, nowMs } = streamUnderTest();
    expect(await next()).toBe('retry: 1000\n\n');
    expect([await next(), await next()]).toEqual([': heartbeat\n\n', ': heartbeat\n\n']);
    expect(nowMs()).toBeGreaterThan(36_000);
    expect(nowMs()).toBeLessThanOrEqual(40_000);
  });

  it('sends only what the caller may see when it is sent, and nothing to a caller without rights', async () => {
    let visible: ListName[] | null = ['cases', 'audit'];
    const { stream, next, ended } = streamUnderTest(() =>
      visible === null ? Promise.reject(new Error('no rights')) : Promise.resolve(new Set(visible)),
    );
    await next();
    stream.add(['cases', 'audit']);
    visible = ['cases'];
    expect(await next()).toBe(event('cases'));
    stream.add(['audit']);
    expect(await next()).toBe(': heartbeat\n\n');
    stream.add(['cases']);
    visible = null;
    await expect(next()).rejects.toThrow('no rights');
    expect(ended()).toBe(1);
  });

  it('ends at once, also while it waits, and calls its owner once', async () => {
    const { stream, next, ended } = streamUnderTest();
    await next();
    stream.add(['cases']);
    await next();
    stream.add(['cases']);
    const last = next();
    stream.end();
    expect(await last).toBeUndefined();
    stream.end();
    expect(ended()).toBe(1);
  });
});

describe('the streams of a gateway', () => {
  const member = { audiences: ['organisation:org_1'], lists: new Set<ListName>(['cases']) } as const;

  it('are limited per person and per gateway, and a closed stream makes room', () => {
    const hub = new ChangeHub({ maxPerPerson: 2, maxPerGateway: 3 });
    const [first] = [hub.open('person:1', member), hub.open('person:1', member)];
    expect(() => hub.open('person:1', member)).toThrow(expect.objectContaining({ code: 'rate.limited' }));
    hub.open('person:2', member);
    expect(() => hub.open('person:3', member)).toThrow(expect.objectContaining({ code: 'service.unavailable' }));
    first!.end();
    expect(hub.open('person:1', member).ended).toBe(false);
  });

  it('get only the names that their audience and their role may know', async () => {
    const hub = new ChangeHub();
    const own = hub.open('person:1', member).text(everything);
    const foreign = hub.open('person:2', { ...member, audiences: ['organisation:org_2'] });
    const received: unknown[] = [];
    foreign.add = (lists) => received.push(...lists);
    await own.next();
    hub.dispatch([{ audience: 'organisation:org_1', lists: ['cases', 'audit'] }]);
    expect((await own.next()).value).toBe(event('cases'));
    expect(received).toEqual([]);
  });
});
