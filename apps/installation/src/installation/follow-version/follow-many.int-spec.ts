import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { installation } from '@kushk/contracts';
import { accept, streamRef } from '@kushk/decider';
import { manifestOf, statusChanged } from '../../../test/hub.js';
import { InstallationHarness } from '../../../test/installation-harness.js';
import { statusStatementKey, statusStatementStream } from '../../status-statement/status-statement.js';
import { forEachConcurrently } from '../for-each-concurrently.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';

/** Three pages of the installations of a plugin, the last one with one installation. */
const INSTALLATIONS = 1_001;
/** A small part of the command queue, which also serves all other requests. */
const COMMANDS_AT_ONCE = 16;
const plugin = 'ir.acme.popular';

const harness = new InstallationHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

/** Copies an installation, as other organisations would install the plugin. */
async function installManyTimes(facts: readonly InstallationFact[]): Promise<void> {
  const copies = Array.from({ length: INSTALLATIONS - 1 }, (_, index) => `ins_copy_${index}`);
  await forEachConcurrently(copies, 500, async (installationId) => {
    const copied = facts.map((fact) =>
      fact.type === 'InstallationRequested'
        ? { ...fact, data: { ...fact.data, installationId, organisationId: installationId, tokenHash: installationId } }
        : fact,
    );
    await harness.events.run({
      name: 'CopyInstallation',
      streams: { installation: streamRef(installationStream, installationId) },
      decide: () => accept({ installation: copied }, null),
      meta: { actor: { kind: 'system' } },
    });
  });
}

async function countsByVersion() {
  return await harness.query<{ version: string; status: string; count: number }>(
    `select version, status, count(*)::int as count from installations where plugin_id = $1
     group by version, status order by version`,
    [plugin],
  );
}

/** Counts the commands of a name that run at the same time. */
function countConcurrent(name: string): { readonly most: number } {
  const counted = { running: 0, most: 0 };
  const { events } = harness;
  const run = events.run.bind(events);
  events.run = async (command) => {
    const isCounted = command.name === name;
    if (isCounted) counted.running += 1;
    counted.most = Math.max(counted.most, counted.running);
    return await run(command).finally(() => {
      if (isCounted) counted.running -= 1;
    });
  };
  return counted;
}

it('a release moves all installations page by page, few at once, and the instance reports it as applied', async () => {
  const published = manifestOf(plugin, '1.0.0');
  await harness.receive(statusChanged(published, { status: 'published', sequence: 1 }));
  const installed = await harness.install(plugin, 'org_first');
  await harness.service.reply(installation.readCredentials, installed);
  await installManyTimes(await harness.factsOf(installed));

  const followed = countConcurrent('FollowVersion');
  const next = manifestOf(plugin, '1.1.0', { scopes: { 'records.own': 'Keeps', 'wallet.consume': 'Sells' } });
  await harness.receive(statusChanged(next, { status: 'published', sequence: 2 }));
  expect(await countsByVersion()).toEqual([{ version: '1.1.0', status: 'installed', count: INSTALLATIONS }]);
  const key = statusStatementKey(plugin, '1.1.0', 'hub');
  const { state } = await harness.events.load(streamRef(statusStatementStream, key));
  expect(state).toEqual({ sequence: 2, appliedSequence: 2 });
  expect(followed.most).toBe(COMMANDS_AT_ONCE);
});
