import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, linkTraffic, type InstanceLink } from '@kushk/contracts';
import { readiness } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { startFleet, type FleetHarness, type InstanceUnderTest } from './fleet-harness.js';

const withinMs = 60_000;
/** For an answer that must come. One that must not is waited for shortly. */
const ANSWER_MS = 10_000;
let fleet: FleetHarness;
let one: InstanceUnderTest;
let two: InstanceUnderTest;
beforeAll(async () => {
  fleet = await startFleet({ i1: '1.0', i2: '1.0' });
  [one, two] = fleet.instances as [InstanceUnderTest, InstanceUnderTest];
});
afterAll(() => fleet?.stop());

const registered = (id: string, name = id) =>
  fleet.hub.request(catalogue.registerInstance, { id, name, plugin_api: '1.0' });
const issuedTo = async (id: string): Promise<InstanceLink> =>
  (await fleet.hub.request(catalogue.rotateInstanceLink, { id })).link!;
/** Whether the instance can read the hub's releases over its NATS link now. */
async function linked(instance: InstanceUnderTest, timeout = 500): Promise<boolean> {
  const link = await instance.nats.link('installation');
  try {
    await link.nats.request(linkTraffic(instance.id).releases.instance, JSON.stringify({ seq: 1 }), { timeout });
    return true;
  } catch {
    return false;
  } finally {
    await link.close();
  }
}
const becomesLinked = (instance: InstanceUnderTest) => eventually(async () => await linked(instance, 2_000), withinMs);
/** How often the hub's NATS server has rejected the instance's NATS server so far. */
const timesTurnedAway = (instance: InstanceUnderTest) =>
  readFileSync(instance.nats.logFile, 'utf8').split(/Authorization Violation/i).length - 1;
const accountsInHealth = async () => (await readiness()).details['instance accounts'];

describe('the NATS link of an instance to the hub', () => {
  it('works with the credentials from the registration, which are returned once', async () => {
    for (const instance of [one, two]) await becomesLinked(instance);
    expect(await registered('i1')).toMatchObject({ id: 'i1', link: null });
    expect(await registered('i1', 'Described anew')).toMatchObject({ name: 'Described anew', link: null });
    expect(await accountsInHealth()).toBe('2 in sync');
  });

  it('closes at once when its credentials are rotated, and works again with the new ones', async () => {
    const before = timesTurnedAway(one);
    const link = await issuedTo('i1');
    expect(await linked(one)).toBe(false);
    await eventually(() => timesTurnedAway(one) > before + 1, withinMs);
    expect(await linked(one)).toBe(false);
    expect(await linked(two, ANSWER_MS)).toBe(true);
    one.relink(link);
    await becomesLinked(one);
  });

  it("reconnects after the hub's NATS server has lost the accounts that were added at run time", async () => {
    await fleet.hub.nats.forgetAccounts();
    await becomesLinked(one);
    await becomesLinked(two);
    // The services of the hub reconnect as well. A command to one that is still disconnected is not repeated.
    await eventually(() => fleet.hub.request(catalogue.listInstances, { limit: 50, cursor: null }), withinMs);
  });

  it('closes at once when the instance is removed, and reopens only with the credentials of a new registration', async () => {
    const before = timesTurnedAway(two);
    await fleet.hub.request(catalogue.removeInstance, { id: 'i2' });
    expect(await linked(two)).toBe(false);
    await eventually(() => timesTurnedAway(two) > before + 1, withinMs);
    expect(await linked(two)).toBe(false);
    expect(await accountsInHealth()).toBe('1 in sync');
    const { link } = await registered('i2');
    const after = timesTurnedAway(two);
    await eventually(() => timesTurnedAway(two) > after + 1, withinMs);
    expect(await linked(two)).toBe(false);
    two.relink(link!);
    await becomesLinked(two);
  });
});
