/** The instance's part of the demo: an organisation with its people and cases. */
import { accounts, subjectOf } from '../sign-in/accounts.js';
import { nullOn, type Api } from './api.js';
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

/** Creates the organisation if its admin does not belong to one yet, and returns its id. */
export async function organisationId(platform: Api, orgAdmin: Api): Promise<string> {
  const existing = await nullOn(orgAdmin.get<Me>('/me'), 'auth.role_missing');
  if (existing) return existing.organisation.id;
  const body = { name: organisationName, locale, admin: { subject: subjectOf(admin), name: nameOf(admin) } };
  return (await platform.post<Me>('/organisations', body)).organisation.id;
}

/** Adds missing members to the organisation. */
export async function addPeople(orgAdmin: Api): Promise<void> {
  for (const username of members) {
    await nullOn(
      orgAdmin.post('/people', { subject: subjectOf(username), name: nameOf(username), role: 'member' }),
      'person.exists',
    );
  }
}

/** Creates missing cases and leaves existing ones unchanged. Returns the case ids by invoice number. */
export async function addCases(orgAdmin: Api): Promise<Readonly<Record<string, string>>> {
  const { items } = await orgAdmin.get<Page<Case>>('/cases?limit=200');
  const all: Case[] = [];
  for (const demoCase of cases) {
    const existing = items.find(({ title }) => title === demoCase.title);
    all.push(existing ?? (await orgAdmin.post<Case>('/cases', demoCase)));
  }
  return Object.fromEntries(all.map(({ id, title }) => [numberOf(title), id]));
}
