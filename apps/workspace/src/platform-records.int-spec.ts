import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  workspace,
  workspaceRecords,
  type JsonObject,
  type PersonResource,
  type RequestOf,
  type SearchedType,
} from '@kushk/contracts';
import { rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { workspaceStore } from './store.module.js';
import { WorkspaceModule } from './workspace.module.js';

let service: ServiceUnderTest;
let organisation_id: string;
let admin: PersonResource;
let member: PersonResource;
beforeAll(async () => {
  service = await startService('workspace', WorkspaceModule);
  const made = await service.reply(workspace.createOrganisation, {
    name: 'شرکت نمونه',
    locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
    admin: { issuer: 'https://sign-in', subject: 'sara', name: 'سارا کریمی' },
  });
  organisation_id = made.organisation.id;
  admin = made.admin;
  const identity = { issuer: 'https://sign-in', subject: 'omid', name: 'امید علی‌پور' };
  member = await service.reply(workspace.addPerson, { organisation_id, ...identity, role: 'member', by: admin.id });
});
afterAll(async () => {
  await service.stop();
});

const by = (person: PersonResource) => ({ organisation_id, by: person.id });
const readBy = (person: PersonResource | null) => ({ organisation_id, person_id: person?.id ?? null });
const asPerson = ({ id, role, name }: PersonResource) =>
  ({ kind: 'person', person_id: id, organisation_id, role, name }) as const;
const page = { limit: 200, cursor: null };
const document = (fields: JsonObject) =>
  service.reply(workspaceRecords.createDocument, { ...by(admin), fields: { title: 'قرارداد', ...fields } });
const documents = async (person: PersonResource | null, filter: { case_id?: string; query?: string } = {}) => {
  const list = { ...readBy(person), ...page, case_id: null, query: null, ...filter };
  return (await service.reply(workspaceRecords.listDocuments, list)).items.map(({ id }) => id);
};
const found = async (person: PersonResource | null, query: string, types: readonly SearchedType[] | null = null) => {
  const { items } = await service.reply(workspaceRecords.search, { ...readBy(person), ...page, query, types });
  return items.map(({ type, id }) => `${type} ${id}`);
};

describe('documents', () => {
  it('are seen by their members and by admins, and without members by everyone', async () => {
    const open = await document({ text: 'برای همه' });
    const closed = await document({ text: 'برای مدیران', member_ids: [] });
    const ofMember = await document({ text: 'برای امید', member_ids: [member.id] });
    expect(await documents(admin)).toEqual(expect.arrayContaining([open.id, closed.id, ofMember.id]));
    expect(await documents(member)).toEqual([ofMember.id, open.id]);
    expect(await documents(null)).toEqual([open.id]);
    const get = { ...readBy(member), record_id: closed.id };
    expect(await service.outcomeCode(workspaceRecords.getDocument, get)).toBe('document.not_found');
  });

  it('may have any text of the longest length, however many bytes its words have', async () => {
    const letters = (from: number) => Array.from({ length: 4 }, (_, at) => String.fromCodePoint(0x20000 + from + at));
    const words = Array.from(
      { length: 20_000 },
      (_, n) => `${letters(n).join('')}\u200C${letters(n + 20_000).join('')}`,
    );
    const { id } = await document({ title: 'نامهٔ بلند', text: words.join(' ') });
    expect(await documents(admin, { query: 'بلند' })).toEqual([id]);
  });

  it('are found by text in any Persian spelling, within a case', async () => {
    const { id: case_id } = await service.reply(workspaceRecords.createCase, {
      ...by(admin),
      fields: { title: 'پروندهٔ اجاره' },
    });
    const { id } = await document({ title: 'صورت‌جلسهٔ ۱۴۰۵', text: 'كتابهاي علي تحويل شد', case_id });
    expect(await documents(member, { query: 'کتاب‌های علی' })).toEqual([id]);
    expect(await documents(member, { query: 'صورتجلسه 1405', case_id })).toEqual([id]);
    expect(await documents(member, { query: 'صورتجلسه', case_id: 'cas_other' })).toEqual([]);
    expect(await documents(member, { query: '%_*&|!' })).toEqual([]);
  });

  it('reject a case that the author cannot see', async () => {
    const hidden = await service.reply(workspaceRecords.createCase, {
      ...by(admin),
      fields: { title: 'محرمانه', member_ids: [admin.id] },
    });
    const create = { ...by(member), fields: { title: 'یادداشت', case_id: hidden.id } };
    expect(await service.request(workspaceRecords.createDocument, create, asPerson(member))).toMatchObject({
      refusal: { code: 'document.invalid', params: { problems: [{ code: 'case_unknown', path: '/case_id' }] } },
    });
  });
});

describe('the list of cases', () => {
  const list = async (filter: Partial<RequestOf<typeof workspaceRecords.listCases>> = {}) =>
    await service.reply(workspaceRecords.listCases, {
      ...{ ...readBy(member), ...page, status: null, assignee_id: null, query: 'سررسید' },
      ...filter,
    });
  const titles = async (filter: Partial<RequestOf<typeof workspaceRecords.listCases>> = {}) =>
    (await list(filter)).items.map(({ title }) => title.slice('سررسید '.length));

  it('is ordered by time or by the day on which cases are due, also when it is searched, in pages', async () => {
    const days = { b: '2026-03-02', never: null, a: '2026-03-01', c: '2027-01-01' };
    for (const [name, due_on] of Object.entries(days)) {
      const fields = { title: `سررسید ${name}`, ...(due_on !== null && { due_on }) };
      await service.reply(workspaceRecords.createCase, { ...by(admin), fields });
    }
    const closed = { title: 'سررسید closed', status: 'closed', due_on: '2026-01-01' };
    await service.reply(workspaceRecords.createCase, { ...by(admin), fields: closed });
    expect(await titles({ status: 'open' })).toEqual(['c', 'a', 'never', 'b']);
    expect(await titles({ status: 'open', sort: 'oldest' })).toEqual(['b', 'never', 'a', 'c']);
    expect(await titles({ status: 'open', sort: 'due' })).toEqual(['a', 'b', 'c', 'never']);
    expect(await titles({ sort: 'due' })).toEqual(['closed', 'a', 'b', 'c', 'never']);
    const first = await list({ status: 'open', sort: 'due', limit: 2 });
    expect(await titles({ status: 'open', sort: 'due', cursor: first.next_cursor })).toEqual(['c', 'never']);
    const all = (await list({ status: 'open', sort: 'due', query: null })).items.map(({ due_on }) => due_on ?? '~');
    expect(all).toEqual(all.toSorted());
    expect(await titles({ sort: 'due', query: '%' })).toEqual([]);
  });

  it('refuses the cursor of a list that is ordered otherwise', async () => {
    for (const [sort, other] of [
      ['newest', 'due'],
      ['due', 'newest'],
      ['due', 'oldest'],
    ] as const) {
      const { next_cursor: cursor } = await list({ sort, limit: 1 });
      const request = { ...readBy(member), ...page, status: null, assignee_id: null, query: null, sort: other, cursor };
      expect(await service.outcomeCode(workspaceRecords.listCases, request)).toBe('cursor.invalid');
    }
  });
});

describe('the history of a case', () => {
  it('tells those who see the case who created and edited it', async () => {
    const { id } = await service.reply(
      workspaceRecords.createCase,
      { ...by(admin), fields: { title: 'محرمانه', member_ids: [] } },
      asPerson(admin),
    );
    const edit = { ...by(admin), record_id: id, revision: 1, changes: { amount: '7', status: 'closed' } };
    await service.reply(workspaceRecords.editCase, edit, asPerson(admin));
    const history = { ...readBy(admin), record_id: id, limit: 1, cursor: null };
    const { items, next_cursor: cursor } = await service.reply(workspaceRecords.listCaseHistory, history);
    expect(items).toMatchObject([
      { action: 'case.edited', actor: { id: admin.id }, details: { fields: ['amount', 'status'], revision: 2 } },
    ]);
    expect(await service.reply(workspaceRecords.listCaseHistory, { ...history, cursor })).toMatchObject({
      items: [{ action: 'case.created' }],
      next_cursor: null,
    });
    const asMember = { ...history, ...readBy(member) };
    expect(await service.outcomeCode(workspaceRecords.listCaseHistory, asMember)).toBe('case.not_found');
  });
});

describe('the calendar', () => {
  it('lists the events of a period in the order in which they start, page by page', async () => {
    const event = (hour: number, fields: JsonObject = {}) =>
      service.reply(workspaceRecords.createCalendarEvent, {
        ...by(admin),
        fields: {
          title: `ساعت ${hour}`,
          starts_at: `2026-12-01T${hour}:00:00+03:30`,
          ends_at: `2026-12-01T${hour + 1}:00:00+03:30`,
          ...fields,
        },
      });
    const [third, first, second] = [await event(14), await event(10), await event(12, { attendee_ids: [admin.id] })];
    expect(first).toMatchObject({ starts_at: '2026-12-01T06:30:00.000Z', attendee_ids: null });
    const list = (person: PersonResource, filter: object = {}) =>
      service.reply(workspaceRecords.listCalendarEvents, {
        ...readBy(person),
        ...page,
        ...{ from: '2026-12-01T06:30:00.000Z', to: '2026-12-01T11:00:00.000Z', attendee_id: null },
        ...filter,
      });
    const ids = async (person: PersonResource, filter?: object) =>
      (await list(person, filter)).items.map(({ id }) => id);
    expect(await ids(admin)).toEqual([first.id, second.id, third.id]);
    expect(await ids(member)).toEqual([first.id, third.id]);
    expect(await ids(admin, { to: '2026-12-01T10:30:00.000Z' })).toEqual([first.id, second.id]);
    expect(await ids(admin, { attendee_id: member.id })).toEqual([first.id, third.id]);
    const pageOne = await list(admin, { limit: 2 });
    expect(pageOne.items).toHaveLength(2);
    expect(await ids(admin, { limit: 2, cursor: pageOne.next_cursor })).toEqual([third.id]);
    const [year, month] = [
      await event(13, { starts_at: '2026-01-01T00:00:00Z' }),
      await event(13, { starts_at: '2026-11-01T12:00:00Z', ends_at: '2026-12-01T12:00:00Z' }),
    ];
    expect(await ids(admin)).toEqual([year.id, month.id, first.id, second.id, third.id]);
  });
});

describe('sessions', () => {
  it('are seen by their participants alone, also with their messages', async () => {
    const session = await service.reply(workspaceRecords.createSession, {
      ...by(member),
      fields: { title: 'گفت‌وگوی امید', participant_ids: [member.id] },
    });
    const write = (person: PersonResource, text: string) =>
      service.request(workspaceRecords.addMessage, { ...by(person), session_id: session.id, text }, asPerson(person));
    expect(await write(admin, 'سلام')).toMatchObject({ refusal: { code: 'session.not_found' } });
    for (let each = 1; each <= 52; each += 1) await write(member, `پیام ${each}`);
    const { messages, earlier_messages } = await service.reply(workspaceRecords.getSession, {
      ...readBy(member),
      record_id: session.id,
    });
    expect(messages.map(({ text }) => text)).toEqual(Array.from({ length: 50 }, (_, index) => `پیام ${index + 3}`));
    const earlier = { ...readBy(member), record_id: session.id, limit: 50, cursor: earlier_messages };
    const { items, next_cursor } = await service.reply(workspaceRecords.listMessages, earlier);
    expect([items.map(({ text }) => text), next_cursor]).toEqual([['پیام 2', 'پیام 1'], null]);
    expect(await service.outcomeCode(workspaceRecords.listMessages, { ...earlier, ...readBy(admin) })).toBe(
      'session.not_found',
    );
    const list = { ...page, since: null, until: null, query: 'پیام 17' };
    expect((await service.reply(workspaceRecords.listSessions, { ...readBy(member), ...list })).items).toEqual([
      expect.objectContaining({ id: session.id }),
    ]);
    expect((await service.reply(workspaceRecords.listSessions, { ...readBy(admin), ...list })).items).toEqual([]);
  });
});

describe('memory', () => {
  it('is seen by its person alone', async () => {
    const memory = await service.reply(workspaceRecords.createMemory, {
      ...by(member),
      fields: { text: 'امید چای را بدون قند می‌نوشد' },
    });
    expect(memory.person_id).toBe(member.id);
    const list = (person: PersonResource | null) =>
      service.reply(workspaceRecords.listMemory, { ...readBy(person), ...page, query: 'چای' });
    expect((await list(member)).items).toEqual([memory]);
    expect((await list(admin)).items).toEqual([]);
    expect((await list(null)).items).toEqual([]);
    const edit = { ...by(admin), record_id: memory.id, revision: null, changes: { text: 'قهوه' } };
    expect(await service.request(workspaceRecords.editMemory, edit, asPerson(admin))).toMatchObject({
      refusal: { code: 'memory.not_found' },
    });
    const forOther = { ...by(admin), fields: { text: 'x', person_id: member.id } };
    expect(await service.outcomeCode(workspaceRecords.createMemory, forOther)).toBe('memory.invalid');
  });
});

describe('the counts for a consent', () => {
  it('contain what everyone sees, which is what a plugin reads without a person', async () => {
    const count = () => service.reply(workspaceRecords.countRecords, { organisation_id });
    const before = await count();
    await document({});
    await document({ member_ids: [member.id] });
    await service.reply(workspaceRecords.createMemory, { ...by(member), fields: { text: 'یادداشت' } });
    expect(await count()).toEqual({ ...before, documents: before.documents + 1 });
    expect(before.people).toBeGreaterThanOrEqual(2);
  });
});

describe('the search', () => {
  it('finds all types of records that a person sees, the newest first, page by page', async () => {
    const fields = { title: 'زعفران' };
    const visible = await service.reply(workspaceRecords.createCase, { ...by(admin), fields });
    const hidden = await service.reply(workspaceRecords.createCase, {
      ...by(admin),
      fields: { ...fields, member_ids: [] },
    });
    const text = await document({ title: 'خرید', text: `${'کلمه '.repeat(500)} دو کیلو زعفران` });
    const memory = await service.reply(workspaceRecords.createMemory, {
      ...by(member),
      fields: { text: 'زعفران دوست دارد' },
    });
    expect(await found(member, 'زعفران')).toEqual([`memory ${memory.id}`, `document ${text.id}`, `case ${visible.id}`]);
    expect(await found(admin, 'زعفران', ['case'])).toEqual([`case ${hidden.id}`, `case ${visible.id}`]);
    expect(await found(null, 'زعفران')).toEqual([`document ${text.id}`, `case ${visible.id}`]);
    expect(await found(null, 'علي پور')).toEqual([`person ${member.id}`]);
    const first = await service.reply(workspaceRecords.search, {
      ...readBy(member),
      limit: 2,
      cursor: null,
      query: 'زعفران',
      types: null,
    });
    expect(first.items[1]!.excerpt).toContain('دو کیلو زعفران');
    const rest = { ...readBy(member), limit: 2, cursor: first.next_cursor, query: 'زعفران', types: null };
    expect((await service.reply(workspaceRecords.search, rest)).items.map(({ id }) => id)).toEqual([visible.id]);
  });

  it('finds nothing of another organisation', async () => {
    const other = await service.reply(workspace.createOrganisation, {
      name: 'دیگری',
      locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
      admin: { issuer: 'https://sign-in', subject: 'reza', name: 'رضا' },
    });
    const reader = { organisation_id: other.organisation.id, person_id: other.admin.id };
    const search = { ...reader, ...page, query: 'زعفران', types: null };
    expect((await service.reply(workspaceRecords.search, search)).items).toEqual([]);
  });
});

it('a rebuild of the views equals what the commands wrote', async () => {
  const report = await rebuild({ ...workspaceStore, databaseUrl: service.databaseUrl, mode: 'compare' });
  expect(report.differences).toEqual([]);
});
