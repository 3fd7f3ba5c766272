/** Tests of private releases: they exist only for organisations that have entered an access code of the publisher. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newCredential } from '@kushk/credentials';
import { eventually } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { installBody, manifestOf, type Manifest } from '../parties/invoices.js';
import {
  admin,
  member,
  newPublisher,
  operator,
  reviewer,
  takeForReview,
  unique,
  type Publisher,
} from '../parties/parties.js';
import { system } from '../system/the-system.js';

describe('a private release', () => {
  let publisher: Publisher;
  let manifest: Manifest;
  let code: Body;
  const codes = () => `/plugins/${manifest.id}/access-codes`;
  /** What an admin gets from every route of the store for a plugin id. */
  const seen = async (id: string): Promise<string> => {
    const answers = [
      await admin.get(`/store/${id}`),
      await admin.get(`/store/${id}?version=1.0.0`),
      await admin.get(`/store/${id}/versions`),
      await admin.get(`/store?q=${manifest.names.en} ${publisher.id}`),
      await admin.post('/installations', installBody({ ...manifest, id })),
    ];
    const texts = answers.map(({ status, body }) => JSON.stringify([status, { ...body, request_id: '' }]));
    return texts.join('\n').replaceAll(id, 'ID');
  };

  beforeAll(async () => {
    publisher = await newPublisher('private');
    const id = `ir.${unique('private')}.one`;
    manifest = manifestOf({ id, publisher: publisher.id, baseUrl: 'http://localhost:9' });
    const path = `/releases/${id}/1.0.0`;
    granted(await publisher.api.post('/releases', { manifest }));
    await takeForReview(path);
    granted(await reviewer.post(`${path}/approve`, { tier: 'private', notes: 'Read.', publish: true }));
    await eventually(async () => granted(await publisher.api.get(path)).fleet.accepted === 1);
  });

  it('is answered by every route of the store like a plugin that does not exist', async () => {
    expect(await seen(manifest.id)).toBe(await seen(`ir.${unique('absent')}.one`));
    expect(verdict(await admin.get(`/store/${manifest.id}`))).toBe('404 store.plugin_not_found');
  });

  it('gets access codes from its publisher alone, who sees each code once', async () => {
    const body = { label: 'Pilot', uses: 1 };
    code = granted(await publisher.api.post(codes(), body));
    const { code: secret, ...listed } = code;
    expect(code).toMatchObject({ ...body, used: 0, last4: secret.slice(-4), expires_at: null, ended_at: null });
    expect(granted(await publisher.api.get(codes()))).toEqual({ items: [listed], next_cursor: null });
    const other = await newPublisher('stranger');
    expect(verdict(await other.api.post(codes(), body))).toBe('404 catalogue.plugin_not_found');
    expect(granted(await other.api.get(codes())).items).toEqual([]);
    expect(verdict(await other.api.delete(`${codes()}/${code.id}`))).toBe('404 access_code.not_found');
  });

  it('is in the store and installable after an admin has entered the code', async () => {
    const enter = { code: code.code };
    expect(verdict(await member.post('/store/access', enter))).toBe('403 auth.role_missing');
    expect(verdict(await admin.post('/store/access', { code: newCredential('ka') }))).toBe('404 store.code_unknown');
    const reply = { plugin_id: manifest.id };
    expect(granted(await admin.post('/store/access', enter))).toEqual(reply);
    expect(granted(await member.get(`/store/${manifest.id}`))).toMatchObject({ tier: 'private', version: '1.0.0' });
    granted(await publisher.api.delete(`${codes()}/${code.id}`));
    // The same organisation may repeat it: its access outlives the code, and takes no further use.
    expect(granted(await admin.post('/store/access', enter))).toEqual(reply);
    const [ended] = granted(await publisher.api.get(codes())).items;
    expect(ended).toMatchObject({ used: 1, ended_at: expect.any(String) });
    const { installation_id } = granted(await admin.post('/installations', installBody(manifest)));
    granted(await admin.delete(`/installations/${installation_id}`));
  });

  it('has its codes in the audits of both sides, without the code and without the organisation', async () => {
    const hub = (await operator.get(`/audit?format=ndjson&subject=${code.id}`).buffer(true)).text;
    const instance = (await admin.get(`/audit?format=ndjson&subject=${manifest.id}`).buffer(true)).text;
    for (const action of ['created', 'used', 'ended']) expect(hub).toContain(`"action":"access_code.${action}"`);
    expect(instance).toContain('"action":"access.granted"');
    expect(hub + instance).not.toContain(code.code);
    expect(hub).not.toContain(system.organisationId);
  });
});
