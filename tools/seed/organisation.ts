/** The instance's side of the demo: an organisation with its people and cases. */
import { accounts, subjectOf } from '../sign-in/accounts.js';
import { unless, type Api } from './api.js';
import { cases, numberOf } from './cases.js';

interface Me {
  readonly organisation: { readonly id: string };
}
interface Case {
  readonly id: string;
  readonly title: string;
}
interface Page<Item> {
  readonly items: readonly Item[];
}

const organisationName = 'شرکت بازرگانی سپهر';
const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' };
const admin = 'admin';
const members = ['member', 'member2'];

function nameOf(username: string): string {
  return accounts.find((one) => one.username === username)?.name ?? username;
}

/** Makes the organisation when its admin belongs to none yet; answers with its id. */
export async function organisationId(platform: Api, orgAdmin: Api): Promise<string> {
  const there = await unless(orgAdmin.get<Me>('/me'), 'auth.role_missing');
  if (there) return there.organisation.id;
  const body = { name: organisationName, locale, admin: { subject: subjectOf(admin), name: nameOf(admin) } };
  return (await platform.post<Me>('/organisations', body)).organisation.id;
}

/** Adds the members that are missing. */
export async function addPeople(orgAdmin: Api): Promise<void> {
  for (const username of members) {
    await unless(
      orgAdmin.post('/people', { subject: subjectOf(username), name: nameOf(username), role: 'member' }),
      'person.exists',
    );
  }
}

/** Adds the cases that are missing; those that are there stay as people have left them. Answers with case ids by number of invoice. */
export async function addCases(orgAdmin: Api): Promise<Readonly<Record<string, string>>> {
  const there = await orgAdmin.get<Page<Case>>('/cases?limit=200');
  const found = cases.map((wanted) => there.items.find((one) => one.title === wanted.title));
  const all: Case[] = [];
  for (const [index, wanted] of cases.entries())
    all.push(found[index] ?? (await orgAdmin.post<Case>('/cases', wanted)));
  return Object.fromEntries(all.map(({ id, title }) => [numberOf(title), id]));
}
