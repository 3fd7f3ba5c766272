import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { controlMessages } from '@kushk/contracts';
import { eventually, freshNats, type FreshNats } from '@kushk/testing';
import { BrokerConnection, ControlChannel } from '../index.js';

let nats: FreshNats;
let connections: BrokerConnection[];
beforeAll(async () => {
  nats = await freshNats();
  connections = await Promise.all(['one', 'two', 'three'].map((name) => BrokerConnection.connect(nats.url, name)));
});
afterAll(async () => {
  await Promise.all((connections ?? []).map((one) => one.close()));
  await nats?.stop();
});

describe('a control message', () => {
  it('reaches every gateway of its scope, and makes a gateway that was disconnected forget everything', async () => {
    const [service, ...gateways] = connections.map((one) => new ControlChannel(one, { scope: 'i1' }));
    const received: unknown[][] = gateways.map(() => []);
    gateways.forEach((gateway, index) =>
      gateway.subscribe(controlMessages.tokensRevoked, (message) => void received[index]!.push(message)),
    );
    const other: unknown[] = [];
    new ControlChannel(connections[1]!, { scope: 'i2' }).subscribe(controlMessages.tokensRevoked, (message) =>
      other.push(message),
    );
    await Promise.all(connections.map((one) => one.nats.flush()));
    const revoked = { installation_ids: ['ins_1'] };
    service!.publish(controlMessages.tokensRevoked, revoked);
    await eventually(() => received.every((messages) => messages.length === 1));
    expect(received).toEqual([[revoked], [revoked]]);
    expect(other).toEqual([]);
    await nats.restart(() => Promise.resolve());
    await eventually(() => received.every((messages) => messages.at(-1) === null));
  });
});
