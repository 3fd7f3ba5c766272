/** A rollout that halts by itself: two instances with real calls to a plugin, and two gateways of the hub. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { catalogue, delivery, hubClock, installation, review, type Json, type JsonObject } from '@kushk/contracts';
import { installationAlias, PLACES, rolloutPlace } from '@kushk/credentials';
import { newId } from '@kushk/runtime';
import { eventually, RecordingPlugin, responses, type RecordedCall } from '@kushk/testing';
import { startFleet, type FleetHarness, type InstanceUnderTest } from './fleet-harness.js';

const withinMs = 90_000;
const PLUGIN = 'ir.acme.failing';
const TOOL = '/service/tools/find_invoice';
const ORGANISATIONS = 8;
/** The pepper of every instance of the harness. */
const peppers = [Buffer.alloc(32, 7)];
let fleet: FleetHarness;
let plugin: RecordingPlugin;
let instances: readonly [InstanceUnderTest, InstanceUnderTest];
const installed: { readonly id: string; readonly instance: InstanceUnderTest }[] = [];

beforeAll(async () => {
  plugin = await RecordingPlugin.start();
  fleet = await startFleet({ i1: '1.0', i2: '1.0' }, { usage: true, delivery: true });
  instances = fleet.instances as unknown as typeof instances;
  await fleet.hub.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
}, 120_000);
afterAll(async () => {
  await fleet?.stop();
  await plugin.stop();
});

async function publish(version: string, rollout: Json = null): Promise<void> {
  const manifest: JsonObject = {
    schema: '1',
    id: PLUGIN,
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Invoices' },
    base_url: plugin.baseUrl,
  };
  await fleet.hub.request(catalogue.submitRelease, { publisher_id: 'acme', manifest, rollout });
  const of = { plugin_id: PLUGIN, version, by: 'rita' };
  await eventually(() =>
    fleet.hub.request(review.takeReview, of).then(
      () => true,
      () => false,
    ),
  );
  await fleet.hub.request(review.approveRelease, { ...of, tier: 'verified', notes: '', publish: true });
}
async function install(instance: InstanceUnderTest): Promise<void> {
  for (let number = 1; number <= ORGANISATIONS; number += 1) {
    const request = {
      organisation_id: `org_${number}`,
      by: 'per_1',
      plugin_id: PLUGIN,
      version: null,
      plan: null,
      settings: {},
      locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const,
      consent: { scopes: [], base_url: plugin.baseUrl },
    };
    const { installation_id: id } = await eventually(
      () => instance.request(installation.install, request).catch(() => null),
      withinMs,
    );
    installed.push({ id, instance });
  }
}
const isInFirstStage = ({ id }: { readonly id: string }): boolean =>
  rolloutPlace(installationAlias(peppers, id), '1.1.0') < PLACES / 2;
const callTool = ({ id, instance }: (typeof installed)[number]): Promise<boolean> =>
  instance
    .request(delivery.callTool, {
      installation_id: id,
      tool: 'find_invoice',
      call_id: newId('tcl'),
      user_id: 'per_1',
      arguments: {},
      handle: 'kh_x',
    })
    .then(
      () => true,
      () => false,
    );
const versionOf = ({ headers }: RecordedCall) => headers['service-plugin-version'];
const callsOf = (version: string): number => plugin.callsTo(TOOL).filter((call) => versionOf(call) === version).length;
const release = { plugin_id: PLUGIN, version: '1.1.0' };
const rollout = async () =>
  (await fleet.hub.request(catalogue.getRelease, { publisher_id: 'acme', ...release })).rollout;
async function moved(): Promise<string[]> {
  const rows = await Promise.all(
    instances.map((instance) =>
      instance.query<{ stream_id: string }>(`select stream_id from installations where version = '1.1.0'`),
    ),
  );
  return rows
    .flat()
    .map(({ stream_id }) => stream_id)
    .sort();
}

it('halts a release that fails 10 % of its tool calls in its first stage, and an operator resumes it', async () => {
  await publish('1.0.0');
  for (const instance of instances) await install(instance);
  plugin.respond(TOOL, responses.content('found'));
  for (const one of installed) await eventually(() => callTool(one), withinMs);
  const before = callsOf('1.0.0');
  await fleet.hub.startGateway();
  await fleet.hub.gateway.stop();
  await publish('1.1.0', {
    stages: [
      { percent: 50, hours: 24 },
      { percent: 100, hours: 0 },
    ],
    // The counts arrive in parts. With fewer calls the hub could halt the release before the last of them.
    halt: { error_points: 5, min_calls: 60, min_installations: 2 },
  });
  const firstStage = installed.filter(isInFirstStage);
  const ids = firstStage.map(({ id }) => id).sort();
  await eventually(async () => {
    expect(await moved()).toEqual(ids);
    return true;
  }, withinMs);
  let calls = 0;
  const everyTenthFails = responses.choose((call) => {
    if (versionOf(call) === '1.1.0') calls += 1;
    return versionOf(call) === '1.1.0' && calls % 10 === 0 ? responses.status(500) : responses.content('found');
  });
  plugin.respond(TOOL, everyTenthFails);
  while (calls < 60) for (const one of firstStage) if (calls < 60) await callTool(one);
  const halted = await eventually(async () => {
    const shown = await rollout();
    return shown.state === 'halted' && shown;
  }, withinMs);
  expect(halted).toMatchObject({
    percent: 50,
    halted_by: 'hub',
    reason: expect.stringMatching(/^10 % of 60 tool calls and event attempts on \d+ installations failed/),
    figures: {
      tool_calls: 60,
      tool_errors: 6,
      failed_percent: 10,
      installations: firstStage.length,
      before: { version: '1.0.0', tool_errors: 0, failed_percent: 0 },
      error_points: 10,
      partial: false,
      instances: { reported: 2, silent: 0 },
    },
  });
  expect(halted.figures?.before?.tool_calls).toBeGreaterThanOrEqual(before);
  await fleet.hub.request(hubClock.advanceClock, { advance: 'P2D' });
  const change = { ...release, action: 'resume', reason: '', by: 'key_1' } as const;
  await expect(fleet.hub.request(catalogue.changeRollout, { ...change, publisher_id: 'acme' })).rejects.toThrow(
    'catalogue.transition_invalid',
  );
  expect(await moved()).toEqual(ids);
  const resumed = await fleet.hub.request(catalogue.changeRollout, { ...change, publisher_id: null });
  expect(resumed.rollout).toMatchObject({ state: 'running', percent: 50, figures: null });
}, 240_000);
