import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { Terminal } from '../terminal.js';
import { ReleaseWatch } from './release-watch.js';

/** A hub with one release. */
let status = 'approved';
let reads = 0;
const streams: ServerResponse[] = [];
const hub = createServer((request, response) => {
  if (request.url === '/operator/v1/changes') {
    streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
    return void response.flushHeaders();
  }
  reads += 1;
  const release = { plugin_id: 'ir.a.b', version: '1.0.0', status, review_notes: null };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(release));
});
beforeAll(() => new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve)));
afterAll(() => hub.close().closeAllConnections());
const announce = (list: string): void => {
  for (const stream of streams) stream.write(`data: ${JSON.stringify({ lists: [list] })}\n\n`);
};

describe('the release of the manifest', () => {
  it('is read when a list of releases changes, and reported when its status is another than at first', async () => {
    const notes: string[] = [];
    const watch = new ReleaseWatch({
      terminal: new Terminal({ json: true, language: 'en' }),
      connection: { origin: `http://127.0.0.1:${(hub.address() as AddressInfo).port}`, credential: 't' },
      onNote: (_level, text) => notes.push(text),
    });
    const ending = new AbortController();
    const watching = watch.untilAborted(ending.signal);
    watch.follow({ id: 'ir.a.b', version: '1.0.0' });
    await eventually(() => reads > 0 && streams.length > 0);
    expect(notes).toEqual([]);
    status = 'published';
    announce('wallet');
    announce('releases');
    await eventually(() => notes.length === 1);
    expect(notes[0]).toMatch(/^the release ir\.a\.b@1\.0\.0 is approved and published/);
    const before = reads;
    watch.follow({ id: 'ir.a.b', version: '1.0.0' });
    // The second look begins when the first one has reported.
    for (const look of [1, 2]) {
      announce('releases');
      await eventually(() => reads >= before + look);
    }
    expect(notes).toHaveLength(1);
    ending.abort();
    announce('releases');
    await watching;
  });
});
