/** Tests of updates: the version that waits for consent, development releases, and what a store shows of a version. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin } from '@kushk/testing';
import { granted, verdict } from '../parties/client.js';
import { installBody, installed, manifestOf, published, type Installed } from '../parties/invoices.js';
import { admin, member, newPublisher, unique, type Publisher } from '../parties/parties.js';

describe('an update', () => {
  let plugin: RecordingPlugin;
  let publisher: Publisher;
  let here: Installed;
  const path = () => `/installations/${here.id}`;
  const versionOf = async () => granted(await admin.get(path())).version;
  const release = (version: string) => {
    const { scopes, ...manifest } = { ...here.manifest, version };
    return { ...manifest, scopes: { ...scopes, 'sessions.read': 'Finds the invoice in a session' } };
  };
  const waits = async (version: string) => {
    await published(publisher, release(version));
    await eventually(async () => granted(await admin.get(path())).version_pending === version);
  };

  beforeAll(async () => {
    [plugin, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('updates')]);
    const id = `ir.${unique('updates')}.invoices`;
    here = await installed(publisher, plugin, manifestOf({ id, publisher: publisher.id, baseUrl: plugin.baseUrl }));
  });
  afterAll(() => plugin.stop());

  it('that needs consent is shown, declined, not offered until it is reopened; the next version is', async () => {
    expect(verdict(await admin.get(`${path()}/update`))).toBe('404 installation.update_not_found');
    await waits('1.1.0');
    expect(granted(await admin.get(`${path()}/update`))).toMatchObject({
      version: '1.1.0',
      diff: { previous: '1.0.0', class: 'consent' },
      settings_missing: [],
      base_url: { before: plugin.baseUrl, after: plugin.baseUrl },
    });
    expect(verdict(await member.get(`${path()}/update`))).toBe('403 auth.role_missing');
    expect(verdict(await admin.post(`${path()}/update/decline`, { version: '1.0.0' }))).toBe(
      '409 installation.transition_invalid',
    );
    expect(granted(await admin.post(`${path()}/update/decline`, { version: '1.1.0' }))).toMatchObject({
      status: 'installed',
      version: '1.0.0',
      version_pending: null,
    });
    const declined = [{ version: '1.1.0', by: expect.stringMatching(/^per_/), at: expect.any(String) }];
    const none = await admin.get(`${path()}/update`);
    expect([verdict(none), none.body.params]).toEqual(['404 installation.update_not_found', { declined }]);
    expect(granted(await member.get(path())).versions_declined).toEqual(declined);
    const reopen = (version: string) => admin.post(`${path()}/update/reopen`, { version });
    expect(verdict(await reopen('1.0.0'))).toBe('409 installation.transition_invalid');
    expect(granted(await reopen('1.1.0'))).toMatchObject({ status: 'consent_pending', version_pending: '1.1.0' });
    expect(verdict(await admin.post(`${path()}/update/decline`, { version: '1.1.0' }))).toBe('200');

    await waits('1.2.0');
    const body = { version: '1.2.0', scopes: ['records.own'], base_url: plugin.baseUrl };
    const incomplete = await admin.post(`${path()}/update/consent`, body);
    expect([verdict(incomplete), incomplete.body.params.missing.map(({ path: at }: { path: string }) => at)]).toEqual([
      '422 installation.consent_missing',
      ['/scopes'],
    ]);
    const scopes = Object.keys(release('1.2.0').scopes);
    expect(granted(await admin.post(`${path()}/update/consent`, { ...body, scopes }))).toMatchObject({
      status: 'installed',
      version: '1.2.0',
      scopes,
    });
    expect(await versionOf()).toBe('1.2.0');
  });

  it('that is pinned moves only when an admin moves it, and follows again when the admin says so', async () => {
    const body = { follow: 'manual' };
    expect(verdict(await member.patch(path(), body))).toBe('403 auth.role_missing');
    expect(verdict(await admin.patch(path(), { follow: 'never' }))).toBe('422 request.invalid');
    expect(granted(await admin.patch(path(), body))).toMatchObject({ channel: 'stable', follow: 'manual' });
    await published(publisher, release('1.3.0'));
    await eventually(async () => granted(await admin.get(`/store/${here.manifest.id}`)).version === '1.3.0');
    expect(granted(await admin.get(`${path()}/update`))).toMatchObject({ version: '1.3.0', needs_consent: false });
    expect(await versionOf()).toBe('1.2.0');
    expect(verdict(await member.post(`${path()}/update/move`, { version: '1.3.0' }))).toBe('403 auth.role_missing');
    expect(verdict(await admin.post(`${path()}/update/move`, { version: '1.4.0' }))).toBe(
      '409 installation.transition_invalid',
    );
    expect(granted(await admin.post(`${path()}/update/move`, { version: '1.3.0' })).version).toBe('1.3.0');
    expect(granted(await admin.patch(path(), { channel: 'stable', follow: 'auto' })).follow).toBe('auto');
  });

  it('is readable in the store, version by version', async () => {
    const store = `/store/${here.manifest.id}`;
    expect(granted(await member.get(`${store}?version=1.1.0`))).toMatchObject({ version: '1.1.0' });
    expect(granted(await member.get(store)).version).toBe('1.3.0');
    expect(verdict(await member.get(`${store}?version=9.0.0`))).toBe('404 store.plugin_not_found');
  });

  it('is deprecated by its publisher: it runs on, and another installation must name a version', async () => {
    const old = manifestOf({ id: `ir.${unique('old')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl });
    await published(publisher, old);
    const deprecation = { reason: 'Use the other one', successor: here.manifest.id };
    const deprecate = (body: object) => publisher.api.put(`/plugins/${old.id}/deprecation`, body);
    const foreign = await deprecate({ ...deprecation, successor: old.id });
    expect(verdict(foreign)).toBe('422 catalogue.successor_invalid');
    expect(granted(await deprecate(deprecation))).toMatchObject(deprecation);
    const store = async () => granted(await member.get(`/store/${old.id}`)).deprecation;
    await eventually(async () => (await store()) !== null);
    expect(await store()).toMatchObject(deprecation);
    const body = installBody(old);
    const refused = await admin.post('/installations', body);
    expect([verdict(refused), refused.body.params]).toEqual(['409 store.plugin_deprecated', deprecation]);
    const installation = granted(await admin.post('/installations', { ...body, version: old.version }));
    const shown = async () => granted(await admin.get(`/installations/${installation.installation_id}`));
    expect(await shown()).toMatchObject({ deprecation });
    const [found] = granted(await publisher.api.get(`/plugins/summaries?plugin_id=${old.id}`)).items;
    expect(found.deprecation).toMatchObject(deprecation);
    expect(verdict(await publisher.api.delete(`/plugins/${old.id}/deprecation`))).toBe('204');
    await eventually(async () => (await shown()).deprecation === null);
  });

  it('shows settings to admins only', async () => {
    expect(granted(await admin.get(path())).settings).toMatchObject({ region: 'tehran', api_key: '••••••' });
    expect(granted(await member.get(path())).settings).toBeNull();
  });
});

describe('a development release', () => {
  it('is replaced by the reviewed release of the same version, and the hub counts the instance as accepting it', async () => {
    const [plugin, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('drafts')]);
    try {
      const id = `ir.${unique('drafts')}.invoices`;
      const reviewed = manifestOf({ id, publisher: publisher.id, baseUrl: plugin.baseUrl });
      const draft = { ...reviewed, names: { en: 'Draft' } };
      for (const manifest of [{ ...draft, tools: [] }, draft]) granted(await admin.post('/dev/releases', { manifest }));
      expect(granted(await admin.get(`/store/${id}`)).names).toEqual(draft.names);
      const { installation_id } = granted(await admin.post('/installations', installBody(reviewed)));

      await published(publisher, reviewed);
      await eventually(async () => granted(await admin.get(`/store/${id}`)).tier === 'verified');
      expect(granted(await admin.get(`/store/${id}`)).names).toEqual(reviewed.names);
      await eventually(async () => {
        const { fleet } = granted(await publisher.api.get(`/releases/${id}/1.0.0`));
        return fleet.accepted >= 1 && fleet.refused.length === 0;
      });
      expect(granted(await admin.get(`/installations/${installation_id}`)).version).toBe('1.0.0');
      expect(verdict(await admin.post('/dev/releases', { manifest: draft }))).toBe('409 catalogue.version_exists');
    } finally {
      await plugin.stop();
    }
  });
});
