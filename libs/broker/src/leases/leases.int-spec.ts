import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LEASE_MS } from '@kushk/contracts';
import { newId } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { BrokerConnection } from '../connection/broker-connection.js';
import { ControlChannel } from '../control/control-channel.js';
import type { LeaseHolder } from './lease-grants.js';
import type { HeldLeases, LeasedValues, LeaseGrants, Loaded } from './leases.js';
import { withLeases } from './with-leases.js';
import { withoutLeases } from './without-leases.js';

type State = { readonly status: string };

describe.each([
  { name: 'with leases', protocol: withLeases },
  { name: 'without leases', protocol: withoutLeases },
])('two gateways that read from a service, $name', ({ protocol }) => {
  const listed = new Map<string, LeaseHolder>();
  let connections: BrokerConnection[];
  let gateways: { held: HeldLeases; values: LeasedValues<State> }[];
  let grants: LeaseGrants;
  let state: State;
  let loads: number;

  beforeEach(async () => {
    [state, loads] = [{ status: 'active' }, 0];
    listed.clear();
    const url = String(process.env['KUSHK_TEST_NATS_URL']);
    connections = await Promise.all(['service', 'one', 'two'].map((name) => BrokerConnection.connect(url, name)));
    const scope = `l${newId('ins').slice(-12)}`;
    const [service, ...others] = connections.map((one) => new ControlChannel(one, { scope }));
    grants = protocol.grant(service!, {
      activate: async (id) => void listed.set(id, { id, generation: '1', isRetired: false }),
      list: async () => [...listed.values()],
      retire: async () => undefined,
      remove: async () => undefined,
      leave: async (id) => void listed.delete(id),
    });
    gateways = others.map((channel) => {
      const held = protocol.hold(channel);
      return { held, values: held.values<State>(1_000_000) };
    });
    await Promise.all(connections.map((one) => one.nats.flush()));
  });
  afterEach(() => Promise.all(connections.map((one) => one.close())));

  const load = async (held: HeldLeases): Promise<Loaded<State>> => {
    loads += 1;
    const { lease_holder } = held.request();
    const isGranted = lease_holder !== undefined && (await grants.mayGrant(lease_holder));
    return { value: state, subject: 'ins_1', leaseMs: isGranted ? LEASE_MS : 0 };
  };
  const readAll = () =>
    Promise.all(gateways.map(async ({ held, values }) => (await values.read('k', () => load(held))).status));

  it('read no value that is older than a confirmed change', async () => {
    const changes = [
      { status: 'paused', subject: 'ins_1' },
      { status: 'active', subject: 'ins_1' },
      { status: 'suspended', subject: null },
    ];
    for (const { status, subject } of changes) {
      await readAll();
      state = { status };
      await grants.revoke(subject);
      expect(await readAll()).toEqual([status, status]);
    }
  });

  it('are notified of each change', async () => {
    await readAll();
    const changed: (readonly string[] | null)[] = [];
    for (const { held } of gateways) held.onRevoked((subjects) => void changed.push(subjects));
    // The server has the subscriptions before another connection publishes.
    await Promise.all(connections.map((one) => one.nats.flush()));
    await grants.revoke('ins_1');
    await eventually(() => changed.length === 2);
    expect(changed).toEqual([['ins_1'], ['ins_1']]);
  });

  it('read each value from the service after they have closed their leases, and changes do not wait for them', async () => {
    await readAll();
    for (const { held } of gateways) {
      const { lease_holder } = held.request();
      held.close();
      expect(held.request()).toEqual({});
      if (lease_holder !== undefined) await grants.leave(lease_holder);
    }
    expect(listed.size).toBe(0);
    const before = loads;
    state = { status: 'paused' };
    expect(await readAll()).toEqual(['paused', 'paused']);
    expect(loads).toBe(before + 2);
  });
});
