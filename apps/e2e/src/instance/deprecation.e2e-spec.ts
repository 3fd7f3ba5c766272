/** Tests of a deprecation on an instance, while its plugin is suspended and after an installation was removed. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin } from '@kushk/testing';
import { granted, verdict } from '../parties/client.js';
import { installBody, installed, manifestOf } from '../parties/invoices.js';
import { admin, newPublisher, operator, unique, type Publisher } from '../parties/parties.js';

let plugin: RecordingPlugin;
let publisher: Publisher;
beforeAll(async () => {
  [plugin, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('deprecation')]);
});
afterAll(() => plugin.stop());

it('a deprecation reaches a suspended installation, and refuses an installation again after the removal', async () => {
  const id = `ir.${unique('deprecation')}.invoices`;
  const manifest = manifestOf({ id, publisher: publisher.id, baseUrl: plugin.baseUrl });
  const here = await installed(publisher, plugin, manifest);
  const state = async () => granted(await admin.get(`/installations/${here.id}`));
  const release = `/releases/${id}/1.0.0`;

  granted(await operator.post(`${release}/suspend`, { reason: 'It leaks' }));
  await eventually(async () => (await state()).status === 'suspended');
  granted(await publisher.api.put(`/plugins/${id}/deprecation`, { reason: 'No longer maintained' }));
  await eventually(async () => (await state()).deprecation !== null);
  expect(await state()).toMatchObject({ status: 'suspended', deprecation: { reason: 'No longer maintained' } });
  expect(verdict(await admin.post('/installations', installBody(manifest)))).toMatch(/^(404|409) /);

  granted(await operator.post(`${release}/resume`));
  await eventually(async () => (await state()).status === 'installed');
  expect(granted(await here.api.get('/installation'))).toMatchObject({ status: 'installed' });
  expect((await state()).deprecation).toMatchObject({ reason: 'No longer maintained' });

  granted(await admin.delete(`/installations/${here.id}`));
  const again = await admin.post('/installations', installBody(manifest));
  expect([verdict(again), again.body.params]).toEqual([
    '409 store.plugin_deprecated',
    { reason: 'No longer maintained', successor: null },
  ]);
  const named = granted(await admin.post('/installations', { ...installBody(manifest), version: '1.0.0' }));
  expect(named).toMatchObject({ version: '1.0.0' });
});
