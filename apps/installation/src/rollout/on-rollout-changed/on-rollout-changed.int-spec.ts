import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, type RolloutChangedV1 } from '@kushk/contracts';
import { PLACES, rolloutPlace, rolloutStatement, signDsse, type RolloutStatement } from '@kushk/credentials';
import { hubKey, manifestOf, reviewerKey, statusChanged, untrustedKey } from '../../../test/hub.js';
import { InstallationHarness, type InstallationRef } from '../../../test/installation-harness.js';
import { OnRolloutStoppedHandler } from '../on-rollout-stopped/on-rollout-stopped.handler.js';
import { OnRolloutChangedHandler } from './on-rollout-changed.handler.js';

const harness = new InstallationHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const at = '2026-11-28T10:00:00.000Z';
type Progress = Pick<RolloutStatement, 'state' | 'percent' | 'sequence'>;
const statementOf = (plugin_id: string, progress: Progress): RolloutStatement => ({
  plugin_id,
  version: '1.1.0',
  at,
  ...progress,
});
function signed(statement: RolloutStatement, key = hubKey): RolloutChangedV1 {
  const { payloadType, payload } = rolloutStatement(statement);
  const { plugin_id, version, sequence } = statement;
  return { plugin_id, version, sequence, statement: signDsse(key, payloadType, payload) };
}
const receive = (change: RolloutChangedV1) => harness.service.deliverTwice(OnRolloutChangedHandler, change);
const stop = (change: RolloutChangedV1) => harness.service.deliverTwice(OnRolloutStoppedHandler, change);
/** The fact of the publication, before or after that of the first stage. */
type Publication = { readonly sequence?: number; readonly base_url?: string };
const publish = (plugin: string, version: string, { sequence = 2, ...changes }: Publication = {}) =>
  harness.receive(statusChanged(manifestOf(plugin, version, changes), { status: 'published', sequence, paced: true }));
const get = (ref: InstallationRef) => harness.service.reply(installation.getInstallation, ref);
const versionOf = async (ref: InstallationRef) => (await get(ref)).version;
async function placeOf(ref: InstallationRef, version = '1.1.0'): Promise<number> {
  const { alias } = await harness.pluginSettings(ref);
  return rolloutPlace(alias!, version);
}

/** Installs the plugin in several organisations; the first installations in the result follow first. */
async function installed(plugin: string, count: number): Promise<InstallationRef[]> {
  await harness.publish(plugin);
  const places = new Map<InstallationRef, number>();
  for (let number = 1; number <= count; number += 1) {
    const ref = await harness.install(plugin, `org_${number}`);
    await harness.service.reply(installation.readCredentials, ref);
    places.set(ref, await placeOf(ref));
  }
  return [...places.keys()].toSorted((a, b) => places.get(a)! - places.get(b)!);
}
/** The lowest percentage that reaches the installation. */
const percentFor = async (ref: InstallationRef) => Math.ceil((((await placeOf(ref)) + 1) / PLACES) * 10_000) / 100;

describe('the stages of a rollout', () => {
  it('move those installations that each stage reaches, and all of them when it is complete', async () => {
    const plugin = 'ir.acme.staged';
    const refs = await installed(plugin, 6);
    const versions = () => Promise.all(refs.map(versionOf));
    const second = await percentFor(refs[1]!);
    await receive(signed(statementOf(plugin, { state: 'running', percent: second, sequence: 1 })));
    await publish(plugin, '1.1.0');
    expect(await versions()).toEqual(['1.1.0', '1.1.0', '1.0.0', '1.0.0', '1.0.0', '1.0.0']);
    const fourth = await percentFor(refs[3]!);
    await receive(signed(statementOf(plugin, { state: 'running', percent: fourth, sequence: 2 })));
    expect(await versions()).toEqual(['1.1.0', '1.1.0', '1.1.0', '1.1.0', '1.0.0', '1.0.0']);
    await receive(signed(statementOf(plugin, { state: 'complete', percent: 100, sequence: 3 })));
    expect(new Set(await versions())).toEqual(new Set(['1.1.0']));
    expect((await harness.rebuild()).differences).toEqual([]);
  });

  it('stop at a halt, and go on from there when it ends', async () => {
    const plugin = 'ir.acme.halted';
    const [first, last] = (await installed(plugin, 2)) as [InstallationRef, InstallationRef];
    await receive(signed(statementOf(plugin, { state: 'running', percent: await percentFor(first), sequence: 1 })));
    await receive(signed(statementOf(plugin, { state: 'halted', percent: await percentFor(first), sequence: 2 })));
    await publish(plugin, '1.1.0');
    expect([await versionOf(first), await versionOf(last)]).toEqual(['1.0.0', '1.0.0']);
    // A stage from before the halt, which arrives again, moves nothing.
    await receive(signed(statementOf(plugin, { state: 'running', percent: 100, sequence: 1 })));
    expect([await versionOf(first), await versionOf(last)]).toEqual(['1.0.0', '1.0.0']);
    await receive(signed(statementOf(plugin, { state: 'running', percent: await percentFor(first), sequence: 3 })));
    expect([await versionOf(first), await versionOf(last)]).toEqual(['1.1.0', '1.0.0']);
  });

  it('offer a version that needs consent, and take the offer back at a halt', async () => {
    const plugin = 'ir.acme.offered';
    const [first, last] = (await installed(plugin, 2)) as [InstallationRef, InstallationRef];
    const pending = async () => [(await get(first)).version_pending, (await get(last)).version_pending];
    const percent = await percentFor(first);
    await receive(signed(statementOf(plugin, { state: 'running', percent, sequence: 1 })));
    await publish(plugin, '1.1.0', { base_url: 'https://other.acme.ir' });
    expect(await pending()).toEqual(['1.1.0', null]);
    await receive(signed(statementOf(plugin, { state: 'halted', percent, sequence: 2 })));
    expect(await pending()).toEqual([null, null]);
  });

  it('give new installations the version that has reached all, and let an admin move at once', async () => {
    const plugin = 'ir.acme.newest';
    const [, last] = (await installed(plugin, 2)) as [InstallationRef, InstallationRef];
    await receive(signed(statementOf(plugin, { state: 'running', percent: 0.01, sequence: 1 })));
    await publish(plugin, '1.1.0');
    const next = await harness.install(plugin, 'org_new');
    expect(await versionOf(next)).toBe('1.0.0');
    expect(await harness.service.reply(installation.getUpdate, last)).toMatchObject({
      version: '1.1.0',
      rollout: { state: 'running', percent: 0.01, reached: false },
    });
    await harness.service.reply(installation.moveToVersion, { ...last, version: '1.1.0' });
    expect(await versionOf(last)).toBe('1.1.0');
  });

  it('do not hold back the first release of a plugin', async () => {
    const plugin = 'ir.acme.first';
    await receive(signed(statementOf(plugin, { state: 'running', percent: 1, sequence: 1 })));
    await publish(plugin, '1.1.0', { sequence: 1 });
    expect(await versionOf(await harness.install(plugin, 'org_1'))).toBe('1.1.0');
  });
});

describe('the publication of a release with a rollout', () => {
  it('moves nothing until the statement about the first stage arrives', async () => {
    const plugin = 'ir.acme.early';
    const [first, last] = (await installed(plugin, 2)) as [InstallationRef, InstallationRef];
    await publish(plugin, '1.1.0');
    expect([await versionOf(first), await versionOf(last)]).toEqual(['1.0.0', '1.0.0']);
    expect(await versionOf(await harness.install(plugin, 'org_new'))).toBe('1.0.0');
    await receive(signed(statementOf(plugin, { state: 'running', percent: await percentFor(first), sequence: 1 })));
    expect([await versionOf(first), await versionOf(last)]).toEqual(['1.1.0', '1.0.0']);
  });
});

describe('a halt', () => {
  it('is in force before the installations are updated', async () => {
    const plugin = 'ir.acme.urgent';
    const [ref] = (await installed(plugin, 1)) as [InstallationRef];
    await receive(signed(statementOf(plugin, { state: 'running', percent: 100, sequence: 1 })));
    await stop(signed(statementOf(plugin, { state: 'halted', percent: 100, sequence: 2 })));
    await publish(plugin, '1.1.0');
    expect(await versionOf(ref)).toBe('1.0.0');
  });

  it('does not start stages', async () => {
    const plugin = 'ir.acme.notstarted';
    const [ref] = (await installed(plugin, 1)) as [InstallationRef];
    await receive(signed(statementOf(plugin, { state: 'running', percent: 0.01, sequence: 1 })));
    await publish(plugin, '1.1.0');
    await stop(signed(statementOf(plugin, { state: 'running', percent: 100, sequence: 2 })));
    expect(await versionOf(ref)).toBe('1.0.0');
  });
});

describe('a statement about a rollout', () => {
  it.each<[string, (statement: RolloutStatement) => RolloutChangedV1]>([
    ['signed by an unknown key', (statement) => signed(statement, untrustedKey)],
    ['signed by a reviewer', (statement) => signed(statement, reviewerKey)],
    [
      'about another version',
      ({ version, ...statement }) => ({ ...signed({ ...statement, version: '9.0.0' }), version }),
    ],
    ['of another sequence', (statement) => ({ ...signed(statement), sequence: 9 })],
  ])('changes nothing when it is %s', async (name, make) => {
    const plugin = `ir.acme.${name.replaceAll(' ', '')}`;
    const [ref] = (await installed(plugin, 1)) as [InstallationRef];
    await receive(signed(statementOf(plugin, { state: 'running', percent: 0.01, sequence: 1 })));
    await publish(plugin, '1.1.0');
    await receive(make(statementOf(plugin, { state: 'complete', percent: 100, sequence: 2 })));
    expect(await versionOf(ref)).toBe('1.0.0');
  });
});
