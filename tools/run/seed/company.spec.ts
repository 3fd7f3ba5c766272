import { describe, expect, it } from '@jest/globals';
import { accounts } from '../sign-in/accounts.js';
import { addCompany } from './add-company.js';
import type { Api } from './api.js';
import { readCompany } from './company.js';

const company = readCompany();
const today = '2026-11-22';

interface Sent {
  readonly by: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * Creates the company through a client that only records what is sent. After `failAfter` requests it rejects, as an
 * interrupted start does.
 */
async function requests(failAfter = Number.POSITIVE_INFINITY): Promise<ReadonlyMap<string, Sent>> {
  const sent = new Map<string, Sent>();
  const as = (by: string): Api => ({
    get: <Reply>() => Promise.resolve({ items: [] } as Reply),
    post: <Reply>(path: string, body?: unknown, key = '') => {
      if (sent.has(key)) throw new Error(`the key ${key} is used twice`);
      if (sent.size >= failAfter) return Promise.reject(new Error('interrupted'));
      sent.set(key, { by, path, body });
      return Promise.resolve({ id: `id of ${key}` } as Reply);
    },
    patch: <Reply>() => Promise.resolve({} as Reply),
    put: <Reply>() => Promise.resolve({} as Reply),
  });
  await addCompany({ company, today, as }).catch((error: Error) => {
    if (error.message !== 'interrupted') throw error;
  });
  return sent;
}

describe('the demo company', () => {
  it('has 12 people, 30 cases, and documents, conversations, events and memories by people who have accounts', () => {
    expect([Object.keys(company.people).length, company.cases.length]).toEqual([12, 30]);
    const { documents, sessions, calendar, memory, cases, people } = company;
    for (const list of [documents, calendar, memory, sessions.flatMap(({ messages }) => messages)])
      expect(list.length).toBeGreaterThanOrEqual(15);
    const named = [
      ...Object.keys(people),
      ...[...cases, ...documents, ...calendar].map(({ author }) => author),
      ...cases.flatMap(({ assignee, members = [] }) => [assignee, ...members]),
      ...sessions.flatMap(({ messages, participants = [] }) => [...participants, ...messages.map(([by]) => by)]),
      ...memory.map(([person]) => person),
    ];
    const usernames = new Set(accounts.map(({ username }) => username));
    expect(named.filter((username) => !usernames.has(username) || !(username in people))).toEqual([]);
  });

  it('lets only participants write in a session', () => {
    for (const { key, participants, messages } of company.sessions)
      for (const [by] of messages) expect([key, participants?.includes(by) ?? true, by]).toEqual([key, true, by]);
  });

  it('is in Persian letters, with every date resolved', async () => {
    const text = JSON.stringify([...(await requests()).values()]);
    expect(text.match(/.{0,20}(?:[يك]|\{\{|\bundefined\b).{0,20}/)).toBeNull();
  });

  it('continues after an interruption with the same requests under the same idempotency keys', async () => {
    const [interrupted, whole] = [await requests(70), await requests()];
    expect(interrupted.size).toBe(70);
    for (const [key, request] of interrupted) expect([key, request]).toEqual([key, whole.get(key)]);
  });

  it('has no calendar event that ends before it starts', async () => {
    const events = [...(await requests()).values()].filter(({ path }) => path === '/calendar');
    expect(events).toHaveLength(company.calendar.length);
    for (const { body } of events) {
      const { starts_at: start, ends_at: end } = body as { starts_at: string; ends_at: string };
      expect([start, Date.parse(end) > Date.parse(start)]).toEqual([start, true]);
    }
  });
});
