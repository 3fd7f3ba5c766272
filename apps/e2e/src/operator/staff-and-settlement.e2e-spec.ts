/** The staff of the operator, managed with the command line, and the usage with which the operator settles. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin } from '@kushk/testing';
import { bearerOf, granted, verdict, type Body } from '../parties/client.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { admin, newPublisher, operator, unique, type Publisher } from '../parties/parties.js';
import { system } from '../system/the-system.js';

const COMMAND = fileURLToPath(new URL('../../../cli/dist/kushk.mjs', import.meta.url));
const run = promisify(execFile);

/** Runs `kushk operator staff …` as the operator and returns its JSON. */
async function staff(...args: readonly string[]): Promise<Body> {
  const { stdout } = await run(process.execPath, [COMMAND, '--json', 'operator', 'staff', ...args], {
    env: { PATH: process.env['PATH'], KUSHK_BASE_URL: system.hub, KUSHK_TOKEN: system.tokens.operator },
  });
  return JSON.parse(stdout);
}

describe('a change of the staff', () => {
  const subject = 'dev|platform';
  const person = bearerOf(`${system.hub}/operator/v1`, system.tokens.platformAtHub);
  const settlement = async () => verdict(await person.get('/usage'));

  it('is in force for the next request of the person', async () => {
    expect(await settlement()).toBe('403 auth.role_missing');
    const { id, roles } = await staff('add', subject, '--name', 'نیلوفر', '--roles', 'billing');
    try {
      expect(roles).toEqual(['billing']);
      expect(await settlement()).toBe('200');
      expect((await staff('list')).items).toContainEqual({ id, subject, name: 'نیلوفر', roles: ['billing'] });
      await staff('change', id, '--roles', 'reviewer');
      expect(await settlement()).toBe('403 auth.role_missing');
      expect(verdict(await person.get('/staff'))).toBe('200');
    } finally {
      await staff('remove', id);
    }
    expect(verdict(await person.get('/staff'))).toBe('403 auth.role_missing');
    await expect(staff('change', id, '--roles', 'none')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('staff.not_found') as unknown,
    });
  });
});

describe('the usage for settlement', () => {
  let publisher: Publisher;
  let plugin: RecordingPlugin;
  let here: Installed;

  beforeAll(async () => {
    [plugin, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('settled')]);
    const id = `ir.${unique('settled')}.invoices`;
    here = await installed(publisher, plugin, manifestOf({ id, publisher: publisher.id, baseUrl: plugin.baseUrl }));
    granted(await admin.post(`/installations/${here.id}/wallet/gifts`, { mu: '5' }));
    const consumption = here.api.post('/wallet/consume', { service: 'ocr.page', count: 2 });
    granted(await consumption.set('idempotency-key', 'settled'));
    // The hub stores the figures that it collects for the publisher.
    await eventually(async () => granted(await publisher.api.get('/usage')).plugins[0].totals.mu_consumed === '0.5');
  });
  afterAll(() => plugin.stop());

  it('has the totals of every publisher and of each of its plugins, as JSON and as CSV', async () => {
    const usage = granted(await operator.get('/usage'));
    const found = usage.publishers.find(({ publisher_id }: Body) => publisher_id === publisher.id);
    expect(found).toMatchObject({
      name: 'Publisher settled',
      final: false,
      totals: { mu_consumed: '0.5', mu_gifted: '5', mu_purchased: '0', proposals_applied: 0 },
      plugins: [{ plugin_id: here.manifest.id, totals: { mu_consumed: '0.5', mu_gifted: '5' } }],
    });
    const { text, headers } = await operator.get('/usage?format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const [columns = [], ...records] = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const recordsOfPublisher = records
      .map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index]])))
      .filter(({ publisher_id }) => publisher_id === publisher.id);
    expect(recordsOfPublisher).toMatchObject([
      { month: usage.month, record: 'publisher', plugin_id: '', mu_consumed: '0.5', mu_gifted: '5' },
      { month: usage.month, record: 'plugin', plugin_id: here.manifest.id, mu_consumed: '0.5', mu_gifted: '5' },
    ]);
    expect(text).not.toContain(here.id);
    expect(text).not.toContain(system.organisationId);
  });
});
