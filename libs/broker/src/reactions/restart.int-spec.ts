import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query } from '@kushk/contracts';
import { freePort, startNats, type RunningServer } from '@kushk/embedded';
import { factHeaders, FactStreamUnavailable, type OutgoingFact } from '@kushk/event-store/fact-stream';
import { eventually } from '@kushk/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import {
  createStreams,
  respond,
  Broker,
  defaultLimits,
  JetStreamFactStream,
  KushkTransport,
  BrokerConnection,
} from '../index.js';

const scope = 'i1';
const type = 'evt.workspace.proposal.submitted.v1';
const ping = query<object, string>('delivery', 'ping.get');
const options = { actor: { kind: 'system' } as const, requestId: 'req_1', timeoutMs: 1_000 };

/** Has its own NATS server, because the test kills the server. */
describe('NATS clients after the NATS server was killed and restarted', () => {
  let folder: string;
  let port: number;
  let server: RunningServer;
  let connection: BrokerConnection;
  let publisher: BrokerConnection;
  let transport: KushkTransport;

  const start = () => startNats({ storeDir: join(folder, 'nats'), logFile: join(folder, 'nats.log'), port });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kushk-nats-'));
    port = await freePort();
    server = await start();
    connection = await BrokerConnection.connect(server.url, 'service');
    publisher = await BrokerConnection.connect(server.url, 'publisher');
    transport = new KushkTransport(
      connection,
      { scope, service: 'delivery' },
      { limits: { ...defaultLimits, checkConsumerEveryMs: 200, ownerTimeoutMs: 2_000 } },
    );
  });
  afterAll(async () => {
    await transport.close();
    await connection.close();
    await publisher.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lose no request handler and no fact, and keep the order of the facts', async () => {
    const seen: string[] = [];
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const react = async (data: { n: number }, context: { streamId: string }) => {
      if (data.n === 3) await gate;
      seen.push(`${context.streamId} ${data.n}`);
    };
    transport.addHandler(type, react as never, true, { reaction: 'on-proposal' });
    transport.addHandler(ping.subject, (async () => respond('pong')) as never);
    await new Promise<void>((resolve) => transport.listen(() => resolve()));
    const broker = new Broker(publisher, { scope });
    const manager = await jetstreamManager(publisher.nats, { checkAPI: false });
    const stream = new JetStreamFactStream(publisher, manager, { scope, service: 'workspace' });
    await createStreams({ url: server.url, scope, services: ['workspace', 'delivery'] });
    const facts = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => ['a', 'b'].map((id) => fact(id, from + index))).flat();
    const stored = await stream.publish(facts(1, 5), 0);
    expect(stored).toBe(10);
    expect(await broker.request(ping, {}, options)).toMatchObject({ reply: 'pong' });
    await eventually(() => seen.includes('proposal-b 2'));

    process.kill(server.pid, 'SIGKILL');
    await eventually(() => !publisher.up && !connection.up);
    await expect(broker.request(ping, {}, options)).rejects.toMatchObject({ reason: 'disconnected' });
    await expect(stream.publish(facts(6, 6), stored)).rejects.toThrow(FactStreamUnavailable);
    await server.stop();
    server = await start();
    open();

    await eventually(async () => (await broker.request(ping, {}, options)).accepted, 30_000);
    const end = await eventually(() => stream.end().catch(() => null), 30_000);
    expect(end).toMatchObject({ sequence: 10, last: { sequence: 10, cursor: 'b:5' } });
    await stream.publish(facts(6, 20), end.sequence);
    await eventually(() => seen.includes('proposal-a 20') && seen.includes('proposal-b 20'), 30_000);
    const all = Array.from({ length: 20 }, (_, index) => index + 1);
    // Facts acknowledged shortly before the kill may be delivered twice, but their first deliveries are in order.
    for (const id of ['a', 'b'])
      expect([...new Set(seen)].filter((one) => one.startsWith(`proposal-${id} `))).toEqual(
        all.map((n) => `proposal-${id} ${n}`),
      );
  });

  function fact(id: string, n: number): OutgoingFact {
    return {
      subject: `${scope}.${type}.${id}`,
      eventId: `evt_${id}_${n}`,
      body: JSON.stringify({ n }),
      headers: { [factHeaders.stream]: `proposal-${id}`, [factHeaders.cursor]: `${id}:${n}` },
    };
  }
});
