import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  SOURCE_CHUNK_BYTES,
  workspace,
  workspaceRecords,
  workspaceSources,
  type DataOf,
  type installationFacts,
  type PersonResource,
  type RequestOf,
  type SourceResource,
} from '@kushk/contracts';
import { newSealingKey } from '@kushk/credentials';
import { rebuild } from '@kushk/event-store';
import { CONFIG, type Config } from '@kushk/runtime';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { DataSource } from 'typeorm';
import { pdfOf, PNG } from '../test/example-files.js';
import { ContentStore } from './content/content-store.js';
import { Contents } from './content/contents.view.js';
import { DeleteUnusedContent } from './content/delete-unused-content.worker.js';
import { DiskObjects } from './content/disk-objects.client.js';
import { verifyContents } from './content/verify-contents.client.js';
import { OnInstallationRemovedHandler } from './installation/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './installation/on-installation-requested/on-installation-requested.handler.js';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

type NewSource = RequestOf<typeof workspaceSources.beginUpload>;
const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
const at = '2026-11-20T08:00:00.000Z';
let service: ServiceUnderTest;
let folder: string;
let organisation_id: string;
let admin: PersonResource;
let member: PersonResource;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kushk-contents-'));
  service = await startService('workspace', WorkspaceModule, {
    KUSHK_CONTENT_STORE: JSON.stringify({ driver: 'disk', folder }),
    KUSHK_CONTENT_KEYS: JSON.stringify([newSealingKey()]),
  });
  ({ organisation_id, admin } = await organisation('sara'));
  const identity = { issuer: 'https://sign-in', subject: 'omid', name: 'امید' };
  member = await service.reply(workspace.addPerson, { organisation_id, ...identity, role: 'member', by: admin.id });
  await install('ins_1', organisation_id);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function organisation(subject: string) {
  const identity = { issuer: 'https://sign-in', subject, name: subject };
  const made = await service.reply(workspace.createOrganisation, { name: subject, locale, admin: identity });
  return { organisation_id: made.organisation.id, admin: made.admin };
}
async function install(installation_id: string, of: string): Promise<void> {
  const data: DataOf<typeof installationFacts.installationRequested> = {
    installation_id,
    organisation_id: of,
    plugin_id: 'ir.acme.scans',
    at,
    plan: null,
    api_base: '',
    sealed_signing_secret: '',
    capabilities: {
      plugin_id: 'ir.acme.scans',
      version: '1.0.0',
      kind: 'external',
      base_url: 'http://127.0.0.1:1',
      scopes: ['sources.intake.document', 'sources.intake.message'],
      records: [],
      proposals: [],
      sources: ['document', 'message'],
      events: [],
      services: [],
      plans: [],
    },
  };
  await service.deliverTwice(OnInstallationRequestedHandler, data);
}

const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const stated = (external_id: string, content: Buffer, over: Partial<NewSource> = {}): NewSource => ({
  installation_id: 'ins_1',
  organisation_id,
  person_id: null,
  external_id,
  kind: 'document',
  title: `اسکن ${external_id}`,
  content_type: 'text/plain',
  digest: digestOf(content),
  size: content.length,
  occurred_at: at,
  ...over,
});
const chunksOf = (content: Buffer) =>
  Array.from({ length: Math.ceil(content.length / SOURCE_CHUNK_BYTES) }, (_, index) => ({
    index,
    data: content.subarray(index * SOURCE_CHUNK_BYTES, (index + 1) * SOURCE_CHUNK_BYTES).toString('base64'),
  }));
async function begin(source: NewSource): Promise<string> {
  const { upload_id } = await service.reply(workspaceSources.beginUpload, source);
  if (upload_id === null) throw new Error('the source exists already');
  return upload_id;
}
/** Uploads content as the gateway does, and returns the outcome of its submission. */
async function submit(source: NewSource, content: Buffer) {
  const upload_id = await begin(source);
  for (const chunk of chunksOf(content))
    await service.reply(workspaceSources.addChunk, { organisation_id: source.organisation_id, upload_id, ...chunk });
  return await service.request(workspaceSources.submitSource, { ...source, upload_id });
}
async function submitted(source: NewSource, content: Buffer): Promise<SourceResource> {
  const outcome = await submit(source, content);
  if (!outcome.accepted) throw new Error(outcome.refusal.code);
  return outcome.reply.source;
}
const text = (value: string) => Buffer.from(value);
const as = (person: PersonResource, source_id: string) => ({ organisation_id, person_id: person.id, source_id });
const visibleTo = async (person: PersonResource) => {
  const page = { status: null, limit: 200, cursor: null };
  const request = { organisation_id, person_id: person.id, ...page };
  return (await service.reply(workspaceSources.listSources, request)).items.map(({ id }) => id);
};
async function download(person: PersonResource, source_id: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const read: { data: string; next_offset: number | null } = await service.reply(workspaceSources.readContent, {
      ...as(person, source_id),
      offset,
    });
    parts.push(Buffer.from(read.data, 'base64'));
    offset = read.next_offset;
  }
  return Buffer.concat(parts);
}

describe('the upload of a source', () => {
  it('accepts chunks in any order and repeated, and returns the same content', async () => {
    const content = Buffer.alloc(SOURCE_CHUNK_BYTES * 2 + 77, 'متن ');
    const source = stated('in-order', content);
    const upload_id = await begin(source);
    const [first, second, third] = chunksOf(content);
    for (const chunk of [third!, first!, first!, second!, third!])
      expect(await service.reply(workspaceSources.addChunk, { organisation_id, upload_id, ...chunk })).toEqual({
        index: chunk.index,
      });
    const { source: pending, created } = await service.reply(workspaceSources.submitSource, { ...source, upload_id });
    expect([created, pending.status, pending.size]).toEqual([true, 'pending', content.length]);
    expect(digestOf(await download(member, pending.id))).toBe(digestOf(content));
  });

  it('is refused when a chunk is missing, changed, or of an aborted or foreign upload, and adds nothing', async () => {
    const content = Buffer.alloc(SOURCE_CHUNK_BYTES + 1, 'x');
    const source = stated('lost', content);
    const [first, second] = chunksOf(content);
    const missing = await begin(source);
    await service.reply(workspaceSources.addChunk, { organisation_id, upload_id: missing, ...first! });
    const incomplete = (upload_id: string) =>
      service.outcomeCode(workspaceSources.submitSource, { ...source, upload_id });
    expect(await incomplete(missing)).toBe('source.upload_incomplete');
    const changed = await begin(source);
    await service.reply(workspaceSources.addChunk, { organisation_id, upload_id: changed, ...first! });
    const other = { index: 1, data: text('y').toString('base64') };
    await service.reply(workspaceSources.addChunk, { organisation_id, upload_id: changed, ...other });
    expect(await incomplete(changed)).toBe('source.upload_incomplete');
    const aborted = await begin(source);
    await service.reply(workspaceSources.abortUpload, { organisation_id, upload_id: aborted });
    const afterAbort = { organisation_id, upload_id: aborted, ...second! };
    expect(await service.outcomeCode(workspaceSources.addChunk, afterAbort)).toBe('source.upload_incomplete');
    const foreign = { organisation_id: 'org_other', upload_id: await begin(source), ...second! };
    expect(await service.outcomeCode(workspaceSources.addChunk, foreign)).toBe('source.upload_incomplete');
    const list = { installation_id: 'ins_1', organisation_id, person_id: null, status: null, limit: 200, cursor: null };
    const { items } = await service.reply(workspaceSources.listSourcesOfPlugin, list);
    expect(items.map(({ external_id }) => external_id)).not.toContain('lost');
  });

  it('returns the same source for the same external id and content without an upload, and refuses other content', async () => {
    const source = stated('twice', text('یک'));
    const { id } = await submitted(source, text('یک'));
    const again = await service.reply(workspaceSources.beginUpload, source);
    expect([again.upload_id, again.source?.id]).toEqual([null, id]);
    const other = stated('twice', text('دو'));
    expect(await service.outcomeCode(workspaceSources.beginUpload, other)).toBe('source.external_id_exists');
    const concurrent = stated('at-once', text('یک'));
    const outcomes = await Promise.all([submit(concurrent, text('یک')), submit(concurrent, text('یک'))]);
    const sources = outcomes.map((outcome) => (outcome.accepted ? outcome.reply : null));
    expect(new Set(sources.map((one) => one?.source.id)).size).toBe(1);
    expect(sources.map((one) => one?.created).sort()).toEqual([false, true]);
  });

  it('gets the first reply again for a repeated idempotency key, also when the source existed, and no other content', async () => {
    const content = text('کلید');
    const withKey = (key: string, input_hash = 'h1') => ({
      ...stated('keyed', content),
      idempotency: { scope: 'installation:ins_1', key, input_hash },
    });
    const first = await submit(withKey('k1'), content);
    const reply = first.accepted ? first.reply : null;
    const begin = (source: NewSource) => service.request(workspaceSources.beginUpload, source);
    expect(await begin(withKey('k1'))).toMatchObject({ replayed: true, reply: { upload_id: null, ...reply } });
    const existing = { upload_id: null, created: false, source: { id: reply?.source.id } };
    expect(await begin(withKey('k2'))).toMatchObject({ replayed: false, reply: existing });
    expect(await begin(withKey('k2'))).toMatchObject({ replayed: true, reply: existing });
    for (const key of ['k1', 'k2'])
      expect(await begin(withKey(key, 'h2'))).toMatchObject({ refusal: { code: 'idempotency.conflict' } });
  });

  it('is refused when the bytes are of another type, when the manifest does not declare it, and after removal', async () => {
    const outcome = await submit(stated('wrong', PNG), PNG);
    expect(outcome).toMatchObject({ refusal: { code: 'source.content_mismatch', params: { detected: 'image/png' } } });
    await install('ins_gone', organisation_id);
    await service.deliverTwice(OnInstallationRemovedHandler, {
      installation_id: 'ins_gone',
      organisation_id,
      at,
    } as never);
    const gone = stated('a', text('x'), { installation_id: 'ins_gone' });
    expect(await service.outcomeCode(workspaceSources.beginUpload, gone)).toBe('installation.not_found');
    const invalid = stated('', text('x'), { title: 'a\u202Eb', occurred_at: 'yesterday' });
    const refused = await service.request(workspaceSources.beginUpload, invalid);
    const problems = refused.accepted ? [] : (refused.refusal.params['problems'] as { path: string }[]);
    expect([...new Set(problems.map(({ path }) => path))]).toEqual(['/external_id', '/title', '/occurred_at']);
  });
});

describe('the review of a source', () => {
  it('turns a PDF into a document with its text, which its members and the admins see, with the source', async () => {
    const content = pdfOf(['قرارداد اجارهٔ دفتر']);
    const pdf = { content_type: 'application/pdf' } as const;
    const { id } = await submitted(stated('contract', content, pdf), content);
    expect(await visibleTo(member)).toContain(id);
    expect(await service.reply(workspaceSources.readText, as(member, id))).toEqual({
      text: 'قرارداد اجارهٔ دفتر',
      status: 'extracted',
    });
    const noMembers = { ...as(admin, id), case_id: null };
    expect(await service.outcomeCode(workspaceSources.acceptSource, noMembers)).toBe('source.invalid');
    const accepted = await service.reply(workspaceSources.acceptSource, { ...as(admin, id), member_ids: [] });
    expect(accepted).toMatchObject({ status: 'accepted', reviewed_by: admin.id, text: 'extracted', session_id: null });
    const read = { organisation_id, person_id: admin.id, record_id: accepted.record_id! };
    expect(await service.reply(workspaceRecords.getDocument, read)).toMatchObject({
      title: 'اسکن contract',
      content_type: 'application/pdf',
      text: 'قرارداد اجارهٔ دفتر',
      member_ids: [],
    });
    expect(await visibleTo(member)).not.toContain(id);
    for (const hidden of [
      service.outcomeCode(workspaceSources.readContent, { ...as(member, id), offset: 0 }),
      service.outcomeCode(workspaceSources.readText, as(member, id)),
    ])
      expect(await hidden).toBe('source.not_found');
    expect((await download(admin, id)).equals(content)).toBe(true);
    expect(await service.outcomeCode(workspaceSources.acceptSource, { ...as(admin, id), member_ids: null })).toBe(
      'source.reviewed',
    );
  });

  it('turns a message into a message of a session that the reviewer sees', async () => {
    const source = stated('mail', text('سلام، فاکتور پیوست است'), { kind: 'message' });
    const { id } = await submitted(source, text('سلام، فاکتور پیوست است'));
    const session = (participant_ids: readonly string[]) =>
      service.reply(workspaceRecords.createSession, {
        organisation_id,
        by: admin.id,
        fields: { title: 'گفت‌وگو', participant_ids },
      });
    const ofAdmin = await session([admin.id]);
    const hidden = { ...as(member, id), session_id: ofAdmin.id };
    expect(await service.outcomeCode(workspaceSources.acceptSource, hidden)).toBe('session.not_found');
    const accepted = await service.reply(workspaceSources.acceptSource, { ...as(admin, id), session_id: ofAdmin.id });
    const read = { organisation_id, person_id: admin.id, record_id: ofAdmin.id };
    const { messages } = await service.reply(workspaceRecords.getSession, read);
    expect(messages).toEqual([{ id: accepted.record_id, at, author_id: null, text: 'سلام، فاکتور پیوست است' }]);
    expect([await visibleTo(member), await visibleTo(admin)]).toEqual([
      expect.not.arrayContaining([id]),
      expect.arrayContaining([id]),
    ]);
  });

  it('is for the person of the handle and for admins when the source came through a handle', async () => {
    const counted = async ({ id: person_id }: PersonResource) =>
      (await service.reply(workspace.countInbox, { organisation_id, person_id })).sources;
    const before = [await counted(admin), await counted(member)];
    const { id } = await submitted(stated('own', text('x'), { person_id: admin.id }), text('x'));
    expect(await visibleTo(member)).not.toContain(id);
    expect([await counted(admin), await counted(member)]).toEqual([before[0]! + 1, before[1]]);
    const dismissing = { ...as(member, id), reason: null };
    expect(await service.outcomeCode(workspaceSources.dismissSource, dismissing)).toBe('source.not_found');
    const ofPlugin = { installation_id: 'ins_1', organisation_id, source_id: id };
    const get = (person_id: string | null) =>
      service.outcomeCode(workspaceSources.getSourceOfPlugin, { ...ofPlugin, person_id });
    expect([await get(null), await get(member.id), await get(admin.id)]).toEqual([
      'accepted',
      'source.not_found',
      'accepted',
    ]);
    const again = (person_id: string) =>
      service.outcomeCode(workspaceSources.beginUpload, stated('own', text('x'), { person_id }));
    expect([await again(member.id), await again(admin.id)]).toEqual(['source.external_id_exists', 'accepted']);
    expect(await service.reply(workspaceSources.dismissSource, { ...as(admin, id), reason: 'تکراری' })).toMatchObject({
      status: 'dismissed',
      reason: 'تکراری',
      record_id: null,
    });
  });

  it('is hidden from another organisation', async () => {
    const { id } = await submitted(stated('ours', text('x')), text('x'));
    const other = await organisation('stranger');
    const foreign = { organisation_id: other.organisation_id, person_id: other.admin.id, source_id: id };
    const codes = await Promise.all([
      service.outcomeCode(workspaceSources.getSource, foreign),
      service.outcomeCode(workspaceSources.readContent, { ...foreign, offset: 0 }),
      service.outcomeCode(workspaceSources.readText, foreign),
      service.outcomeCode(workspaceSources.acceptSource, { ...foreign, member_ids: null }),
      service.outcomeCode(workspaceSources.dismissSource, { ...foreign, reason: null }),
      service.outcomeCode(workspaceSources.getSourceOfPlugin, {
        installation_id: 'ins_other',
        organisation_id,
        person_id: null,
        source_id: id,
      }),
    ]);
    expect(codes).toEqual(Array.from({ length: 6 }, () => 'source.not_found'));
  });
});

describe('the contents of sources', () => {
  const filesOf = async (of: string): Promise<string[]> =>
    (await readdir(join(folder, of), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const database = () => service.app.get(DataSource);
  const monthLater = () => new Date(Date.now() + 40 * 86_400_000);
  const clean = (now: Date) => service.app.get(DeleteUnusedContent).run(now);

  it('are stored once per organisation, sealed, and under a name that does not reveal what they are', async () => {
    const secret = text('متنی که روی دیسک نباید خوانده شود');
    const before = (await filesOf(organisation_id)).length;
    await submitted(stated('sealed-1', secret), secret);
    await submitted(stated('sealed-2', secret), secret);
    const files = await filesOf(organisation_id);
    expect(files.length).toBe(before + 1);
    const stored = Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
    expect(stored.includes(secret)).toBe(false);
    expect(files.some((file) => file.includes(digestOf(secret)))).toBe(false);
    const other = await organisation('neighbour');
    await install('ins_2', other.organisation_id);
    const ofOther = { installation_id: 'ins_2', organisation_id: other.organisation_id };
    await submitted(stated('sealed-1', secret, ofOther), secret);
    expect((await filesOf(other.organisation_id)).length).toBe(1);
  });

  it('are deleted a month after all their sources were dismissed, and not while one source uses them', async () => {
    const content = text('برای پاک شدن');
    const [first, second] = [
      await submitted(stated('old-1', content), content),
      await submitted(stated('old-2', content), content),
    ];
    await service.reply(workspaceSources.dismissSource, { ...as(admin, first.id), reason: null });
    await clean(monthLater());
    expect((await download(admin, second.id)).equals(content)).toBe(true);
    await service.reply(workspaceSources.dismissSource, { ...as(admin, second.id), reason: null });
    await clean(new Date());
    expect((await download(admin, second.id)).equals(content)).toBe(true);
    await clean(monthLater());
    const read = { ...as(admin, second.id), offset: 0 };
    expect(await service.outcomeCode(workspaceSources.readContent, read)).toBe('source.content_deleted');
  });

  it('are stored again when a source comes for content whose deletion was interrupted', async () => {
    const content = text('دوباره');
    const id = { organisationId: organisation_id, digest: digestOf(content) };
    const contents = service.app.get(ContentStore);
    await contents.store(id, content);
    const [row] = await database()
      .query<{ name: string }[]>('update contents set is_stored = false where digest = $1 returning name', [id.digest])
      .then(([rows]) => rows as unknown as { name: string }[]);
    const files = await filesOf(organisation_id);
    await rm(files.find((file) => file.endsWith(row!.name))!);
    expect(await contents.read(id)).toBeNull();
    await contents.store(id, content);
    expect((await contents.read(id))?.equals(content)).toBe(true);
  });

  it.each([
    ['fails', true],
    ['stores it as well', false],
  ])('are stored once when a process with another key begins meanwhile and %s', async (_case, fails) => {
    const content = text(`هم‌زمان ${fails}`);
    const id = { organisationId: organisation_id, digest: digestOf(content) };
    const before = (await filesOf(organisation_id)).length;
    const keys = [newSealingKey(), newSealingKey()];
    /** A process that stores after `first`. */
    const process = (key: number, first: () => Promise<void>) => {
      const objects = new DiskObjects(folder);
      const put = async (...of: Parameters<DiskObjects['put']>) => first().then(() => objects.put(...of));
      const dependencies = { objects: Object.assign(Object.create(objects) as DiskObjects, { put }), keys };
      const rotated = [keys[key]!, ...keys];
      return new ContentStore({ ...dependencies, keys: rotated, contents: service.app.get(Contents) });
    };
    const other = process(1, () => (fails ? Promise.reject(new Error('crashed')) : Promise.resolve()));
    const one = process(0, () => other.store(id, content).catch(() => undefined));
    await one.store(id, content);
    expect((await one.read(id))?.equals(content)).toBe(true);
    expect((await filesOf(organisation_id)).length).toBe(before + 1);
  });

  it('are deleted, with uploads that nobody completed, when their source was never committed', async () => {
    const content = text('بی‌سرانجام');
    await service.app.get(ContentStore).store({ organisationId: organisation_id, digest: digestOf(content) }, content);
    const source = stated('abandoned', content);
    const upload_id = await begin(source);
    await service.reply(workspaceSources.addChunk, { organisation_id, upload_id, ...chunksOf(content)[0]! });
    await clean(new Date());
    const rowsOf = async () =>
      (
        await database().query<{ contents: number; uploads: number }[]>(
          `select (select count(*)::int from contents where digest = $1) as contents,
             (select count(*)::int from upload_chunks where upload_id = $2) as uploads`,
          [digestOf(content), upload_id],
        )
      )[0];
    expect(await rowsOf()).toEqual({ contents: 1, uploads: 1 });
    await clean(new Date(Date.now() + 7_200_000));
    expect(await rowsOf()).toEqual({ contents: 0, uploads: 0 });
    expect(await service.outcomeCode(workspaceSources.submitSource, { ...source, upload_id })).toBe(
      'source.upload_incomplete',
    );
  });
});

describe('verifyContents', () => {
  it('names the contents that are missing, damaged or sealed with another key, and no others', async () => {
    const other = await organisation('verified');
    await install('ins_verified', other.organisation_id);
    const ofOther = { installation_id: 'ins_verified', organisation_id: other.organisation_id };
    const ownFolder = join(folder, other.organisation_id);
    const files: string[] = [];
    for (const content of ['intact', 'missing', 'damaged'].map(text)) {
      await submitted(stated(content.toString(), content, ofOther), content);
      const all = await readdir(ownFolder, { recursive: true, withFileTypes: true });
      const paths = all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      files.push(...paths.filter((path) => !files.includes(path)));
    }
    await rm(files[1]!);
    const damaged = await readFile(files[2]!);
    await writeFile(
      files[2]!,
      damaged.map((byte) => byte ^ 1),
    );
    const config: Config = service.app.get(CONFIG);
    const { contents, problems } = await verifyContents(config);
    const own = problems.filter((problem) => problem.startsWith(other.organisation_id));
    expect(own.map((problem) => problem.split(' ')[1]?.replace(':', '')).sort()).toEqual(
      ['missing', 'damaged'].map((content) => digestOf(text(content))).sort(),
    );
    expect((await verifyContents({ ...config, contentKeys: [newSealingKey()] })).problems).toHaveLength(contents);
  });
});

describe('the view of sources', () => {
  it('is the same after a rebuild from the log', async () => {
    const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});
