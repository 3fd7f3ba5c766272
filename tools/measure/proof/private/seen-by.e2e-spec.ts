/** A smoke test of the proof `private`: all routes of one organisation, on the system of the tests. */
import { expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { granted } from '../../../../apps/e2e/src/parties/client.js';
import { newPublisher, reviewer, unique } from '../../../../apps/e2e/src/parties/parties.js';
import { system } from '../../../../apps/e2e/src/system/the-system.js';
import { routesOf } from './routes.js';
import { differencesOf, probesOf } from './seen-by.js';

const LEAST_PROBES = 20;

it('shows an organisation without access the same of a private plugin as of an absent one, in every route', async () => {
  const publisher = await newPublisher('proof-private');
  const word = unique('Zarafshan');
  const id = `ir.${word.toLowerCase()}.plugin`;
  const manifest = {
    ...{ schema: '1', id, version: '1.0.0', publisher: publisher.id, kind: 'external', plugin_api: '1.0' },
    ...{ names: { en: word }, base_url: 'http://127.0.0.1:9' },
  };
  const release = `/releases/${id}/1.0.0`;
  granted(await publisher.api.post('/releases', { manifest }));
  granted(await reviewer.post(`${release}/take`));
  granted(await reviewer.post(`${release}/approve`, { tier: 'private', notes: 'Read.', publish: true }));
  await eventually(async () => granted(await publisher.api.get(release)).fleet.accepted === 1, 10_000);
  const { instance: origin, organisationId, tokens } = system;
  const organisation = { origin, id: organisationId, token: tokens.admin, installed: null };
  const absentWord = unique('Khorasane');
  const routes = await routesOf(origin);
  const seen = await probesOf(routes, organisation, { id, word });
  const absent = { id: `ir.${absentWord.toLowerCase()}.plugin`, word: absentWord };
  expect(differencesOf(seen, await probesOf(routes, organisation, absent))).toEqual([]);
  expect(seen.size).toBeGreaterThanOrEqual(LEAST_PROBES);
});
