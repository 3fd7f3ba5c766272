/** Creates the people and the records of the demo organisation, on the first start only. */
import { nameOf, subjectOf } from '../sign-in/accounts.js';
import { whenAvailable, type Api } from './api.js';
import type { Company, CompanyCase, CompanySession } from './company.js';
import { tehranTime, withDates, workingDay } from './working-days.js';

interface Item {
  readonly id: string;
}
interface Person extends Item {
  readonly name: string;
}

export interface CompanyOptions {
  readonly company: Company;
  /** The day of the first start, `YYYY-MM-DD` in Tehran. */
  readonly today: string;
  /** The API as a person of the organisation, by username. */
  readonly as: (username: string) => Api;
}

/** Requests in flight at once. */
const concurrency = 8;

/**
 * Creates people, cases, documents, sessions, calendar events and memories. Can be repeated after an interruption: each
 * request has its own idempotency key and the same body on every start.
 */
export async function addCompany(options: CompanyOptions): Promise<void> {
  const { company, today } = options;
  const people = await addPeople(options);
  const idOf = (username: string): string => found(people, username);
  const idsOf = (usernames?: readonly string[]): readonly string[] | null => usernames?.map(idOf) ?? null;
  const caseIds = await addCases(options, { idOf, idsOf });
  const caseIdOf = (key?: string): string | null => (key === undefined ? null : found(caseIds, key));
  const create = creatorOf(options);
  await inParallel([
    // A session is the longest task, because its messages are written one after the other.
    ...company.sessions.map((session) => () => addSession(options, session, idsOf(session.participants))),
    ...company.documents.map(
      ({ key, author, text, title, members, case: ofCase }) =>
        () =>
          create(
            author,
            { collection: 'documents', key },
            {
              title: withDates(title, today),
              content_type: 'text/markdown',
              text: withDates(text, today),
              case_id: caseIdOf(ofCase),
              member_ids: idsOf(members),
            },
          ),
    ),
    ...company.calendar.map(({ key, author, title, day, from, to, attendees, case: ofCase }) => () => {
      const date = workingDay(today, day);
      return create(
        author,
        { collection: 'calendar', key },
        {
          title,
          starts_at: tehranTime(date, from),
          ends_at: tehranTime(date, to),
          attendee_ids: idsOf(attendees),
          case_id: caseIdOf(ofCase),
        },
      );
    }),
    ...company.memory.map(
      ([person, text], index) =>
        () =>
          create(person, { collection: 'memory', key: String(index) }, { text }),
    ),
  ]);
}

/** Adds the people who are missing and returns all person ids by username. */
async function addPeople({ company, as }: CompanyOptions): Promise<ReadonlyMap<string, string>> {
  const admin = as('admin');
  const { items } = await admin.get<{ items: readonly Person[] }>('/people?limit=200');
  const ids = new Map<string, string>();
  const tasks = Object.entries(company.people).map(([username, role]) => async () => {
    const name = nameOf(username);
    const existing = items.find((person) => person.name === name);
    const body = { subject: subjectOf(username), name, role };
    ids.set(username, (existing ?? (await admin.post<Person>('/people', body, `demo.person.${username}`))).id);
  });
  await inParallel(tasks);
  return ids;
}

interface People {
  readonly idOf: (username: string) => string;
  readonly idsOf: (usernames?: readonly string[]) => readonly string[] | null;
}

/** Creates the cases in their order and returns their ids by key. */
async function addCases(options: CompanyOptions, people: People): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  await inParallel(
    options.company.cases.map((one) => async () => {
      ids.set(one.key, await addCase(options, one, people));
    }),
  );
  return ids;
}

async function addCase(options: CompanyOptions, one: CompanyCase, { idOf, idsOf }: People): Promise<string> {
  const { key, author, title, description, amount, due, assignee, members, status } = one;
  const { id } = await creatorOf(options)(
    author,
    { collection: 'cases', key },
    {
      title,
      description,
      amount: amount ?? null,
      due_on: due === undefined ? null : workingDay(options.today, due),
      assignee_id: idOf(assignee),
      member_ids: idsOf(members),
    },
  );
  // A case is created open. Closing it again changes nothing.
  if (status === 'closed') await whenAvailable(() => options.as(author).patch(`/cases/${id}`, { status }));
  return id;
}

async function addSession(
  options: CompanyOptions,
  { key, title, day, time, messages }: CompanySession,
  participantIds: readonly string[] | null,
): Promise<void> {
  const create = creatorOf(options);
  const [author = ''] = messages[0] ?? [];
  const { id } = await create(
    author,
    { collection: 'sessions', key },
    {
      title,
      started_at: tehranTime(workingDay(options.today, day), time),
      participant_ids: participantIds,
    },
  );
  for (const [index, [by, text]] of messages.entries())
    await create(by, { collection: `sessions/${id}/messages`, key: `message.${key}.${index}` }, { text });
}

interface Created {
  readonly collection: string;
  readonly key: string;
}
type Create = (author: string, record: Created, body: object) => Promise<Item>;

function creatorOf({ as }: CompanyOptions): Create {
  return (author, { collection, key }, body) => {
    const [type] = collection.split('/', 1);
    return whenAvailable(() => as(author).post<Item>(`/${collection}`, body, `demo.${type}.${key}`));
  };
}

/** Runs the tasks, at most `concurrency` at once, and starts them in their order. Rejects with the first failure. */
async function inParallel(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = tasks.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const task of waiting) await task();
    }),
  );
}

function found(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the demo names "${key}", which does not exist`);
  return id;
}
