import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import {
  echo,
  echoed,
  EchoSystem,
  newerEcho,
  optionsOf,
  otherEcho,
  workspaceEcho,
  type EchoHandler,
} from '../../../test/echo-system.js';
import { respond } from '../../transport/context.js';
import { answersSubject, batchSubject, parseBatch } from './batch-format.js';
import { batchedMessages } from './batched-messages.js';
import { singleMessages } from './single-messages.js';

const numbers = Array.from({ length: 300 }, (_, n) => n);
let system: EchoSystem;
const subjects = (): string[] => system.sent.map(({ subject }) => subject);

beforeEach(async () => {
  system = await EchoSystem.start(batchedMessages);
});
afterEach(() => system.stop());

describe('the requests of one event-loop turn', () => {
  it('are sent in few messages per service', async () => {
    await system.serve({ [echo.subject]: echoed, [otherEcho.subject]: echoed });
    await system.serve({ [workspaceEcho.subject]: echoed }, { service: 'workspace' });
    const types = [echo, otherEcho, workspaceEcho];
    const replies = await Promise.all(numbers.map((n) => system.send(n, types[n % 3]!)));
    // 200 requests to the wallet in batches of at most 128, and 100 to the workspace.
    expect(subjects()).toEqual(['wallet', 'wallet', 'workspace'].map((one) => batchSubject(one as 'wallet')));
    const sizes = system.sent.flatMap(({ data }) => parseBatch(data).requests.map(({ bytes }) => bytes));
    expect(replies.map((reply) => reply?.requestBytes).sort()).toEqual(sizes.sort());
  });

  it('have their own messages when they are large, and so have large answers', async () => {
    await system.serve({ [echo.subject]: async ({ n, text = 'y'.repeat(100_000) }) => respond({ n, text }) });
    const text = 'x'.repeat(9_000);
    await Promise.all([0, 1].map((n) => system.broker.request(echo, { n, text }, optionsOf(n))));
    expect(subjects()).toEqual([echo.subject, echo.subject]);
    const answers: number[] = [];
    system.gateway.nats.subscribe(`${system.scope}.ctl.wallet.answers.*`, {
      callback: (_error, { data }) => void answers.push(data.length),
    });
    await Promise.all([2, 3].map((n) => system.send(n)));
    expect(subjects().slice(2)).toEqual([batchSubject('wallet')]);
    await system.gateway.nats.flush();
    expect(answers).toHaveLength(2);
  });
});

describe('a batch', () => {
  it('that no process receives is sent again, request by request, and each is handled once', async () => {
    const handled: number[] = [];
    const record: EchoHandler = async (request, context) => {
      handled.push(request.n);
      return echoed(request, context);
    };
    await system.serve({ [echo.subject]: record }, { messages: singleMessages });
    const replies = await Promise.all(numbers.map((n) => system.send(n)));
    expect(replies.map((reply) => reply?.n)).toEqual(numbers);
    expect(handled.sort((a, b) => a - b)).toEqual(numbers);
  });

  it('may have a request that only a newer version handles, and this request is sent again to that version', async () => {
    await system.serve({ [echo.subject]: echoed });
    const handled: number[] = [];
    const newer: EchoHandler = async (request, context) => {
      handled.push(request.n);
      return echoed(request, context);
    };
    await system.serve({ [newerEcho.subject]: newer }, { messages: singleMessages });
    const requests = [system.send(0), system.send(1, newerEcho), system.send(2), system.send(3, newerEcho)];
    expect((await Promise.all(requests)).map((reply) => reply?.n)).toEqual([0, 1, 2, 3]);
    expect(handled).toEqual([1, 3]);
    expect(subjects()).toEqual([batchSubject('wallet'), newerEcho.subject, newerEcho.subject]);
  });

  it('is answered by its own service only', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const waiting: EchoHandler = async (request, context) => {
      await gate;
      return echoed(request, context);
    };
    await system.serve({ [echo.subject]: waiting });
    const replies = [0, 1].map((n) => system.send(n));
    const [batch] = await eventually(() => system.sent.length === 1 && system.sent);
    const { answerTo, requests } = parseBatch(batch!.data);
    const intruder = await system.connect();
    const forged = `${requests[0]!.token} ${JSON.stringify({ kind: 'outcome', outcome: respond({ n: 99 }) })}`;
    intruder.nats.publish(answersSubject({ scope: system.scope, service: 'workspace', answerTo }), forged);
    await intruder.nats.flush();
    await system.gateway.nats.flush();
    open();
    expect(await Promise.all(replies)).toMatchObject([{ n: 0 }, { n: 1 }]);
  });
});
