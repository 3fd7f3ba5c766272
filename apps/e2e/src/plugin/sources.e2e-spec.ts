/** Tests of sources: a plugin brings content in, a person reviews it, and the plugin learns the outcome. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { installed, manifestOf, scopes, type Installed, type Manifest } from '../parties/invoices.js';
import { admin, member, newPublisher, unique } from '../parties/parties.js';

const MIB = 1024 * 1024;
const PDF = 'application/pdf';

describe('sources', () => {
  let plugin: RecordingPlugin;
  let here: Installed;

  beforeAll(async () => {
    const [started, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('sources')]);
    plugin = started;
    const id = `ir.${unique('sources')}.scans`;
    const manifest = {
      ...manifestOf({ id, publisher: publisher.id, baseUrl: plugin.baseUrl }),
      sources: ['document', 'message'],
      scopes: {
        ...scopes,
        'sources.intake.document': 'Brings scanned invoices in',
        'sources.intake.message': 'Brings letters in',
      },
    };
    here = await installed(publisher, plugin, manifest as Manifest);
  });
  afterAll(() => plugin.stop());

  const body = (external_id: string, over: object = {}) => ({
    external_id,
    kind: 'document',
    title: `نامهٔ ${external_id}`,
    content_type: 'text/plain',
    content: 'متن نامه',
    content_encoding: 'utf-8',
    occurred_at: '2026-11-20T11:30:00+03:30',
    ...over,
  });
  /** Announces a body of this length and returns the status that comes before any of it was sent. */
  const statusOfAnnounced = (bytes: number): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${here.credentials.token}`,
        'content-type': 'application/json',
        'content-length': String(bytes),
      };
      const sent = request(`${here.credentials.api_base}/sources`, { method: 'POST', headers });
      sent.on('response', (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.flushHeaders();
    });
  const reviewedEvents = (external_id: string) =>
    plugin.events.filter((event) => (event['data'] as Body).external_id === external_id) as Body[];

  it('become a document with their text when a person accepts them, and the plugin gets the outcome', async () => {
    const sent = await here.api.post('/sources', body('letter'));
    expect([sent.status, sent.body]).toEqual([
      202,
      {
        id: expect.stringMatching(/^src_/),
        status: 'pending',
        external_id: 'letter',
        kind: 'document',
        title: 'نامهٔ letter',
        content_type: 'text/plain',
        size: Buffer.byteLength('متن نامه'),
        digest: createHash('sha256').update('متن نامه').digest('hex'),
        occurred_at: '2026-11-20T08:00:00.000Z',
        created_at: expect.any(String),
        reviewed_at: null,
        record_id: null,
        reason: null,
      },
    ]);
    for (const content_type of ['text/plain', 'Text/Plain; charset="UTF-8"']) {
      const again = await here.api.post('/sources', body('letter', { content_type }));
      expect([again.status, again.body.id]).toEqual([200, sent.body.id]);
    }
    expect(verdict(await here.api.post('/sources', body('letter', { content: 'متنی دیگر' })))).toBe(
      '409 source.external_id_exists',
    );
    const pending = granted(await member.get('/sources?status=pending&limit=200')).items.map((one: Body) => one.id);
    expect(pending).toContain(sent.body.id);
    const path = `/sources/${sent.body.id}`;
    expect(verdict(await member.post(`${path}/accept`, {}))).toBe('422 source.invalid');
    const accepted = granted(await member.post(`${path}/accept`, { member_ids: null }));
    expect(granted(await member.get(`/documents/${accepted.record_id}`))).toMatchObject({ text: 'متن نامه' });
    const [event] = await eventually(() => {
      const events = reviewedEvents('letter');
      return events.length > 0 && events;
    });
    expect([event.type, event.data]).toEqual([
      'plugin.source.reviewed',
      {
        source_id: sent.body.id,
        external_id: 'letter',
        kind: 'document',
        outcome: 'accepted',
        record_id: accepted.record_id,
        reason: null,
      },
    ]);
    const { events } = granted(await here.api.get('/events?types=plugin.source.reviewed'));
    expect(events.map((one: Body) => one.id)).toContain(event.id);
    expect(granted(await here.api.get(path))).toMatchObject({ status: 'accepted', record_id: accepted.record_id });
  });

  it('are served as attachments in a sandbox, HTML as text, under a name that no title can forge', async () => {
    const html = '<script>alert(1)</script>';
    const page = body('page', { title: '../اجاره‌نامه"; x=".exe', content_type: 'text/html', content: html });
    const { id } = granted(await here.api.post('/sources', page));
    const served = await member.get(`/sources/${id}/content`);
    expect([served.status, served.text, served.headers['content-type']]).toEqual([
      200,
      html,
      'text/plain; charset=utf-8',
    ]);
    expect(served.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(
        /^attachment; filename="[ -~]*\.html"; filename\*=UTF-8''[^/]*\.html$/,
      ),
      'content-length': String(html.length),
    });
  });

  it('may have 5 MiB, and no byte more; the content comes back unchanged', async () => {
    const content = Buffer.alloc(5 * MIB, 'کوشک ');
    const large = (bytes: Buffer) => ({ content: bytes.toString('base64'), content_encoding: 'base64' });
    const { id } = granted(await here.api.post('/sources', body('large', large(content))));
    const parts: Buffer[] = [];
    const served = await member
      .get(`/sources/${id}/content`)
      .buffer()
      .parse((response, done) => {
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(null, null));
      });
    expect([served.status, Buffer.concat(parts).equals(content)]).toEqual([200, true]);
    const longer = large(Buffer.alloc(5 * MIB + 1, 'x'));
    expect(verdict(await here.api.post('/sources', body('longer', longer)))).toBe('413 request.too_large');
    expect(await statusOfAnnounced(8 * MIB)).toBe(413);
    const dismissed = granted(await admin.post(`/sources/${id}/dismiss`, { reason: 'بزرگ است' }));
    expect(dismissed).toMatchObject({ status: 'dismissed', reason: 'بزرگ است' });
    await eventually(() => reviewedEvents('large').length > 0);
    expect(reviewedEvents('large')[0].data).toMatchObject({
      outcome: 'dismissed',
      record_id: null,
      reason: 'بزرگ است',
    });
  });

  it.each([
    ['HTML as an image', { content_type: 'image/png', content: '<html>' }, '422 source.content_mismatch'],
    [
      'a PDF as text',
      { content: Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1').toString('base64'), content_encoding: 'base64' },
      '422 source.content_mismatch',
    ],
    ['a text of another charset', { content_type: 'text/plain; charset=windows-1256' }, '422 request.invalid'],
    ['a type that is not on the list', { content_type: 'image/svg+xml', content: '<svg/>' }, '422 request.invalid'],
    ['base64 with line breaks', { content: 'YQ==\n', content_encoding: 'base64' }, '422 request.invalid'],
    ['base64 with other characters', { content: 'سلام', content_encoding: 'base64' }, '422 request.invalid'],
    ['no content', { content: '' }, '422 request.invalid'],
    ['content that is no string', { content: { length: 1 } }, '422 request.invalid'],
    ['an unknown field', { filename: 'a.txt' }, '422 request.invalid'],
    ['an override of direction in the title', { title: 'a\u202Eb' }, '422 source.invalid'],
    ['a time without an offset', { occurred_at: '2026-11-20T11:30:00' }, '422 request.invalid'],
  ])('refuse %s', async (_, over, expected) => {
    expect(verdict(await here.api.post('/sources', body('refused', over)))).toBe(expected);
    expect(granted(await here.api.get('/sources?limit=200')).items.map((one: Body) => one.external_id)).not.toContain(
      'refused',
    );
  });

  it('cost only their text when a person accepts a file that cannot be read', async () => {
    const broken = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n').toString('base64');
    const hostile = body('broken', { content_type: PDF, content: broken, content_encoding: 'base64' });
    const { id } = granted(await here.api.post('/sources', hostile));
    const accepted = granted(await admin.post(`/sources/${id}/accept`, { member_ids: [] }));
    expect([accepted.status, accepted.text]).toEqual(['accepted', 'failed']);
    expect(granted(await admin.get(`/documents/${accepted.record_id}`))).toMatchObject({ text: '', content_type: PDF });
    expect(verdict(await member.get(`/sources/${id}/content`))).toBe('404 source.not_found');
  });
});
