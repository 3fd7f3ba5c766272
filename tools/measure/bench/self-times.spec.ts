import { describe, expect, it } from '@jest/globals';
import { selfTimesOf } from './self-times.js';

const frame = (functionName: string, url: string, lineNumber = 0) => ({ functionName, url, lineNumber });
const profile = {
  nodes: [
    { id: 1, callFrame: frame('(idle)', '') },
    { id: 2, callFrame: frame('(program)', '') },
    { id: 3, callFrame: frame('send', 'file:///srv/libs/broker/dist/inbox.js', 41) },
    { id: 4, callFrame: frame('', 'file:///srv/node_modules/@nats-io/nats-core/lib/protocol.js', 9) },
    { id: 5, callFrame: frame('parse', 'file:///srv/node_modules/@nats-io/nats-core/lib/parser.js') },
    { id: 6, callFrame: frame('end', 'node:_http_outgoing') },
    { id: 7, callFrame: frame('post', 'node:inspector') },
  ],
  samples: [1, 7, 3, 2, 4, 3, 5, 6],
  timeDeltas: [900, 800, 30, 5, 20, 30, 15, 10],
};

describe('the self times of a profile', () => {
  it('sum up each function, leave out the idle time and the profiler, and put the largest first', () => {
    const { busyUs, functions } = selfTimesOf(profile, '/srv');
    expect(busyUs).toBe(110);
    expect(functions).toEqual([
      { name: 'send libs/broker/dist/inbox.js:42', us: 60 },
      { name: '(anonymous) @nats-io/nats-core/lib/protocol.js:10', us: 20 },
      { name: 'parse @nats-io/nats-core/lib/parser.js:1', us: 15 },
      { name: 'end node:_http_outgoing:1', us: 10 },
      { name: '(program) ', us: 5 },
    ]);
  });

  it('sum up the files of a package together', () => {
    expect(selfTimesOf(profile, '/srv').files).toEqual([
      { name: 'libs/broker/dist/inbox.js', us: 60 },
      { name: '@nats-io/nats-core', us: 35 },
      { name: 'node:_http_outgoing', us: 10 },
      { name: '(program)', us: 5 },
    ]);
  });
});
