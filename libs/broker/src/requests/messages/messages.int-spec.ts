import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { refuse } from '@kushk/decider';
import {
  echo,
  echoed,
  EchoSystem,
  optionsOf,
  otherEcho,
  workspaceEcho,
  type EchoHandler,
} from '../../../test/echo-system.js';
import { respond } from '../../transport/context.js';
import { batchedMessages } from './batched-messages.js';
import { singleMessages } from './single-messages.js';

const numbers = Array.from({ length: 300 }, (_, n) => n);
let system: EchoSystem;
afterEach(() => system.stop());

describe.each([
  { name: 'single messages', messages: singleMessages },
  { name: 'batches', messages: batchedMessages },
])('requests of one event-loop turn in $name', ({ messages }) => {
  beforeEach(async () => {
    system = await EchoSystem.start(messages);
  });

  it('get their own answers, and handlers receive the id, caller, trace and size of each', async () => {
    await system.serve({ [echo.subject]: echoed, [otherEcho.subject]: echoed });
    await system.serve({ [workspaceEcho.subject]: echoed }, { service: 'workspace' });
    const types = [echo, otherEcho, workspaceEcho];
    const replies = await Promise.all(numbers.map((n) => system.send(n, types[n % 3]!)));
    expect(replies).toEqual(numbers.map((n) => ({ n, ...optionsOf(n), requestBytes: expect.any(Number) })));
  });

  it('get their answers as soon as each is ready: a slow one delays no other', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const slowAtZero: EchoHandler = async (request, context) => {
      if (request.n === 0) await gate;
      return echoed(request, context);
    };
    await system.serve({ [echo.subject]: slowAtZero });
    const slow = system.send(0);
    const others = await Promise.all(numbers.slice(1).map((n) => system.send(n)));
    expect(others.map((reply) => reply?.n)).toEqual(numbers.slice(1));
    open();
    expect(await slow).toMatchObject({ n: 0, requestId: 'req_0' });
  });

  it('are refused, busy or failed one by one', async () => {
    const outcomes: EchoHandler = async (request, context) => {
      if (request.n === 1) return refuse('wallet.frozen', { n: 1 });
      if (request.n === 2) throw new TypeError('a defect');
      if (request.n === 3) throw Object.assign(new Error('512 commands wait'), { name: 'StoreBusy' });
      if (request.n === 4) return respond({ text: 'x'.repeat(9 * 1024 * 1024) });
      return echoed(request, context);
    };
    await system.serve({ [echo.subject]: outcomes });
    const requests = [0, 1, 2, 3, 4, 5].map((n) => system.broker.request(echo, { n }, optionsOf(n)));
    const settled = await Promise.allSettled(requests);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason) as object)).toEqual([
      expect.objectContaining({ accepted: true }),
      { accepted: false, refusal: { code: 'wallet.frozen', params: { n: 1 } } },
      expect.objectContaining({ name: 'ServiceFailed' }),
      expect.objectContaining({ code: 'wallet.busy' }),
      expect.objectContaining({ name: 'ServiceFailed' }),
      expect.objectContaining({ accepted: true }),
    ]);
  });

  it('may be large, and so may their answers', async () => {
    const large = 'الف'.repeat(4_000);
    await system.serve({ [echo.subject]: async ({ n, text = 'y'.repeat(100_000) }) => respond({ n, text }) });
    const requests = [{ n: 0, text: large }, { n: 1, text: large }, { n: 2 }, { n: 3 }];
    const outcomes = await Promise.all(requests.map((one) => system.broker.request(echo, one, optionsOf(one.n))));
    expect(outcomes).toMatchObject(
      [large, large, 'y'.repeat(100_000), 'y'.repeat(100_000)].map((text, n) => ({ reply: { n, text } })),
    );
  });

  it('end with a timeout, each at its own deadline, when they get no answer', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    await system.serve({ [echo.subject]: () => gate });
    await system.serve({ [workspaceEcho.subject]: echoed }, { service: 'workspace' });
    const order: number[] = [];
    const unanswered = [600, 200].map((timeoutMs) =>
      system.broker.request(echo, { n: timeoutMs }, { ...optionsOf(timeoutMs), timeoutMs }).catch((error: unknown) => {
        order.push(timeoutMs);
        return error;
      }),
    );
    const answered = [1, 2].map((n) => system.send(n, workspaceEcho));
    const timeout = { code: 'wallet.unavailable', reason: 'timeout' };
    expect(await Promise.all(unanswered)).toMatchObject([timeout, timeout]);
    expect(order).toEqual([200, 600]);
    expect(await Promise.all(answered)).toMatchObject([{ n: 1 }, { n: 2 }]);
    open();
  });

  it('end at once when no process of the service runs', async () => {
    const requests = [0, 1].map((n) =>
      system.broker.request(echo, { n }, optionsOf(n)).catch((error: unknown) => error),
    );
    const unreceived = { code: 'wallet.unavailable', reason: 'no_responders' };
    expect(await Promise.all(requests)).toMatchObject([unreceived, unreceived]);
  });

  it('are handled once by the processes of both implementations while they run side by side', async () => {
    const handled: number[] = [];
    const record: EchoHandler = async (request, context) => {
      handled.push(request.n);
      return echoed(request, context);
    };
    for (const other of [singleMessages, batchedMessages])
      await system.serve({ [echo.subject]: record }, { messages: other });
    for (let first = 0; first < numbers.length; first += 30)
      await Promise.all(numbers.slice(first, first + 30).map((n) => system.send(n)));
    expect(handled.sort((a, b) => a - b)).toEqual(numbers);
  });
});
