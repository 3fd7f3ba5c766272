import { describe, expect, it } from '@jest/globals';
import type { CallsSent, ControlType, SimulatedOutage } from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import type { AttemptResult, OutgoingRequest } from './attempt-result.js';
import { DevCalls } from './dev-calls.client.js';

const call = { deliveryId: 'evt_1', installationId: 'ins_1', attempt: 2 };
const request = (body: object): OutgoingRequest => ({
  url: new URL('http://plugin.example/service/events'),
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
});
const answer = (body: string): AttemptResult => ({
  kind: 'answered',
  status: 200,
  retryAfter: null,
  contentType: 'text/html',
  location: null,
  body: Buffer.from(body),
  isTruncated: false,
  durationMs: 3,
});

/** Two processes on one channel, and all that they have reported. */
function processes(): { readonly first: DevCalls; readonly second: DevCalls; readonly reported: CallsSent[] } {
  const reported: CallsSent[] = [];
  const listeners: ((message: SimulatedOutage | null) => void)[] = [];
  const channel = {
    publish: <Message>({ subject }: ControlType<Message>, message: Message) => {
      if (subject.endsWith('calls.sent')) reported.push(message as CallsSent);
      else for (const listener of listeners) listener(message as SimulatedOutage);
    },
    subscribe: <Message>(_type: unknown, listener: (message: Message | null) => void) => {
      listeners.push(listener as (typeof listeners)[number]);
    },
  };
  return { first: new DevCalls(channel), second: new DevCalls(channel), reported };
}

describe('the calls of a developer', () => {
  it('are reported with both bodies, without secrets', async () => {
    const { first, reported } = processes();
    const secret = newCredential('ks');
    const sent = request({ event: 'installed', signing_secret: secret, settings: { pin: 's3cr3t' } });
    const result = await first.record(call, sent, () => Promise.resolve(answer(`<p>${secret}</p>`)));
    expect(result).toMatchObject({ status: 200 });
    const one = reported.flatMap(({ ended }) => ended)[0]!;
    expect(reported[0]?.started).toMatchObject([{ delivery_id: 'evt_1', attempt: 2, installation_id: 'ins_1' }]);
    expect(one).toMatchObject({
      delivery_id: 'evt_1',
      path: '/service/events',
      status: 200,
      content_type: 'text/html',
    });
    expect(one.response_body).toBe('<p>ks_[redacted]</p>');
    expect(JSON.parse(one.request_body ?? '')).toMatchObject({ settings: { pin: '[redacted]' } });
    expect(JSON.stringify(reported)).not.toMatch(new RegExp(`${secret.slice(3)}|s3cr3t`));
  });

  it('are reported in bounded messages', async () => {
    const { first, reported } = processes();
    for (let n = 0; n < 200; n += 1)
      await first.record(call, request({ text: 'x'.repeat(20_000) }), () =>
        Promise.resolve(answer('y'.repeat(20_000))),
      );
    // Those of one interval; a slow machine needs several.
    expect(reported.length).toBeLessThan(200);
    for (const message of reported) expect(JSON.stringify(message).length).toBeLessThan(512 * 1_024);
  });
});

describe('a simulated outage', () => {
  it('fails the calls of every process until it ends, and of no other installation', async () => {
    const { first, second } = processes();
    let sent = 0;
    const send = (): Promise<AttemptResult> => {
      sent += 1;
      return Promise.resolve(answer(''));
    };
    first.simulateOutage({ installation_id: 'ins_1', until_ms: Date.now() + 60_000 });
    for (const one of [first, second])
      expect(await one.record(call, request({}), send)).toMatchObject({ kind: 'failed', error: 'connect' });
    expect(sent).toBe(0);
    await second.record({ ...call, installationId: 'ins_2' }, request({}), send);
    second.simulateOutage({ installation_id: 'ins_1', until_ms: null });
    await first.record(call, request({}), send);
    first.simulateOutage({ installation_id: 'ins_1', until_ms: Date.now() - 1 });
    await first.record(call, request({}), send);
    expect(sent).toBe(3);
  });
});
