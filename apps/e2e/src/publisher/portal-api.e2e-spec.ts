/** Tests of the routes below `/portal/v1`, and of the members of publishers, who call them. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { bearerOf, granted, verdict, type Body, type Client } from '../parties/client.js';
import { manifestOf, type Manifest } from '../parties/invoices.js';
import { aTime } from '../parties/matchers.js';
import { admin, newPublisher, operator, reviewer, unique, type Publisher } from '../parties/parties.js';
import { system } from '../system/the-system.js';

const subject = 'dev|publisher';
const portalOf = (publisher: string, token = system.tokens.publisher): Client =>
  bearerOf(`${system.hub}/portal/v1/publishers/${publisher}`, token);

describe('the portal', () => {
  let publisher: Publisher;
  let manifest: Manifest;
  let portal: Client;
  let memberId: string;

  beforeAll(async () => {
    publisher = await newPublisher('portal');
    manifest = manifestOf({ id: `ir.${unique('portal')}.one`, publisher: publisher.id, baseUrl: 'http://localhost:9' });
    portal = portalOf(publisher.id);
    const added = await operator.post(`/publishers/${publisher.id}/members`, { subject, name: 'Pouya' });
    memberId = (granted(added) as { id: string }).id;
    expect(added.headers['location']).toBe(`/operator/v1/publishers/${publisher.id}/members/${memberId}`);
  });

  it('is for members of the publisher: any other publisher is answered like an absent one', async () => {
    const other = await newPublisher('foreign');
    const [foreign, absent] = await Promise.all([
      portalOf(other.id).get('/me'),
      portalOf(unique('absent-')).get('/me'),
    ]);
    expect([verdict(foreign), verdict(absent)]).toEqual(['404 publisher.not_found', '404 publisher.not_found']);
    const withoutIds = ({ body }: { readonly body: Body }) => ({ ...body, params: {}, request_id: '' });
    expect(withoutIds(foreign)).toEqual(withoutIds(absent));
    expect(verdict(await portalOf(publisher.id, publisher.key).get('/me'))).toBe('401 auth.token_invalid');
    expect(verdict(await portalOf(publisher.id, system.tokens.operator).get('/me'))).toBe('404 publisher.not_found');
    expect((await portal.get('/me')).body).toEqual({
      publisher: { id: publisher.id, name: 'Publisher portal' },
      member: { id: memberId, name: 'Pouya' },
      registry_url: null,
    });
  });

  it('answers like the publisher API, and names its own addresses', async () => {
    const source = `# Ours\n${JSON.stringify(manifest, null, 2)}\n`;
    const checked = granted(await portal.post('/checks', { manifest, source }));
    expect(checked).toMatchObject({ verdict: 'valid', warnings: [{ code: 'rate_missing' }], diff: null });
    expect(checked.checks.map(({ name, outcome }: Body) => `${name} ${outcome}`)).toContain('structure passed');
    const submitted = await portal.post('/releases', { manifest, source, notes: 'First' });
    expect(submitted.headers['location']).toBe(
      `/portal/v1/publishers/${publisher.id}/releases/${manifest.id}/${manifest.version}`,
    );
    const release = `/releases/${manifest.id}/${manifest.version}`;
    const pages = ['/plugins/summaries', `/plugins/${manifest.id}/releases`];
    for (const path of [
      '/plugins',
      ...pages,
      release,
      `${release}/manifest`,
      '/usage/months',
      '/usage/installations',
    ]) {
      const [own, ofKey] = await Promise.all([portal.get(path), publisher.api.get(path)]);
      expect([path, own.status, own.body]).toEqual([path, ofKey.status, ofKey.body]);
    }
    const [{ releases, ...plugin }] = granted(await portal.get('/plugins')).plugins;
    const summaries = { items: [{ ...plugin, newest: releases[0] }], next_cursor: null };
    expect(granted(await portal.get(`/plugins/summaries?plugin_id=${manifest.id}`))).toEqual(summaries);
    expect(granted(await portal.get('/plugins/summaries?plugin_id=ir.absent.one')).items).toEqual([]);
    expect(granted(await portal.get(`/plugins/summaries?q=${manifest.id}`))).toEqual(summaries);
    expect(granted(await portal.get('/plugins/summaries?q=absent')).items).toEqual([]);
    expect(granted(await portal.get(`/plugins/${manifest.id}/releases`)).items).toEqual(releases);
    expect(granted(await portal.get(`${release}/manifest`))).toEqual({ manifest, source });
    expect(granted(await reviewer.get(release))).toMatchObject({ source });
    const { items } = granted(await reviewer.get(`${release}/history`));
    expect(items[0].actor).toMatchObject({ key: null, member: { id: memberId, name: 'Pouya' } });
    const usage = granted(await portal.get('/usage?detail=plugins'));
    expect(usage.plugins).toEqual([{ plugin_id: manifest.id, totals: expect.anything() }]);
    const deprecation = `/plugins/${manifest.id}/deprecation`;
    expect(granted(await portal.put(deprecation, { reason: 'Too dear' }))).toMatchObject({ successor: null });
    expect(verdict(await portal.delete(deprecation))).toBe('204');
    const codes = `/plugins/${manifest.id}/access-codes`;
    const { code, ...made } = granted(await portal.post(codes, { label: 'First customers', uses: 3 }));
    expect([code, made]).toEqual([expect.stringMatching(/^ka_/), expect.objectContaining({ uses: 3, used: 0 })]);
    expect(granted(await portal.get(codes)).items).toEqual([made]);
    granted(await admin.post('/store/access', { code }));
    const accesses = `/plugins/${manifest.id}/access`;
    const [access] = granted(await portal.get(accesses)).items;
    expect(access).toMatchObject({ code_id: made.id, code_label: 'First customers', ended_at: null });
    expect(verdict(await portal.delete(`${accesses}/${access.id}`))).toBe('204');
    expect(verdict(await portal.delete(`${codes}/${made.id}`))).toBe('204');
    const withdrawn = granted(await portal.post(`${release}/withdraw`, { reason: 'The plans are wrong' }));
    expect(withdrawn).toMatchObject({ status: 'withdrawn', status_reason: 'The plans are wrong' });
  });

  it('rejects a text that is not the text of the manifest', async () => {
    const other = { manifest: { ...manifest, version: '7.0.0' }, source: JSON.stringify(manifest) };
    const refused = await portal.post('/checks', other);
    expect(verdict(refused)).toBe('422 request.invalid');
    expect(refused.body.params.problems).toMatchObject([{ path: '/source', code: 'source_mismatch' }]);
  });

  it('lists and revokes keys and never issues one; a revoked key stops at once', async () => {
    const { secret } = granted(await operator.post(`/publishers/${publisher.id}/keys`, { label: 'old' }));
    const { items } = granted(await portal.get('/keys'));
    expect(items.map(({ label }: Body) => label).sort()).toEqual(['old', 'test']);
    const { id } = items.find(({ label }: Body) => label === 'old') as { id: string };
    const old = bearerOf(`${system.hub}/developer/v1`, secret);
    expect(verdict(await old.get('/me'))).toBe('200');
    expect(verdict(await portal.delete(`/keys/${id}`))).toBe('204');
    expect(verdict(await old.get('/me'))).toBe('401 auth.publisher_key_invalid');
    expect(verdict(await portal.post('/keys', { label: 'new' }))).toBe('405 request.method_not_allowed');
  });

  it('shows the members by name, without their sign-in identity', async () => {
    const { items } = granted(await portal.get('/members'));
    expect(items).toEqual([{ id: memberId, name: 'Pouya', added_at: aTime }]);
    expect(granted(await operator.get(`/publishers/${publisher.id}/members`)).items).toEqual([
      { id: memberId, subject, name: 'Pouya', added_at: aTime },
    ]);
  });

  it('is closed to a removed member from the next request on, and open again to a member who returns', async () => {
    const members = `/publishers/${publisher.id}/members`;
    const person = { subject: 'dev|member2', name: 'Zahra' };
    const asZahra = portalOf(publisher.id, system.tokens.member2AtHub);
    const { id } = granted(await operator.post(members, person));
    expect(verdict(await asZahra.get('/me'))).toBe('200');
    expect(verdict(await operator.post(members, person))).toBe('409 member.exists');
    expect(verdict(await operator.delete(`${members}/${id}`))).toBe('204');
    expect(verdict(await asZahra.get('/me'))).toBe('404 publisher.not_found');
    expect(verdict(await operator.delete(`${members}/${id}`))).toBe('404 member.not_found');
    expect(granted(await operator.post(members, person)).id).toBe(id);
    expect(verdict(await asZahra.get('/me'))).toBe('200');
    expect(verdict(await reviewer.delete(`${members}/${id}`))).toBe('403 auth.role_missing');
    const audited = await eventually(async () => {
      const { items } = granted(await operator.get(`/audit?subject=${id}`));
      return items.length === 3 && items;
    });
    expect(audited.map(({ action }: Body) => action)).toEqual([
      'publisher_member.added',
      'publisher_member.removed',
      'publisher_member.added',
    ]);
    expect(audited[0]).toMatchObject({
      subject: { type: 'publisher_member', id, name: 'Zahra' },
      details: { publisher_id: publisher.id, subject: 'dev|member2' },
    });
  });
});
