/** The instance's side of the demo: an organisation with its people and cases. */
import { accounts, subjectOf } from '../sign-in/accounts.js';
import { unless, type Api } from './api.js';
import { cases } from './cases.js';

interface Me {
  readonly organisation: { readonly id: string };
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
  const there = await unless(orgAdmin.get<Me>('/me'), 401);
  if (there) return there.organisation.id;
  const body = { name: organisationName, locale, admin: { subject: subjectOf(admin), name: nameOf(admin) } };
  return (await platform.post<Me>('/organisations', body)).organisation.id;
}

/** Adds the members and cases that are missing; those that are there stay as people have left them. */
export async function peopleAndCases(orgAdmin: Api): Promise<void> {
  for (const username of members) {
    await unless(orgAdmin.post('/people', { subject: subjectOf(username), name: nameOf(username), role: 'member' }), 'person.exists');
  }
  const there = await orgAdmin.get<Page<{ title: string }>>('/cases?limit=200');
  const missing = cases.filter((one) => !there.items.some((found) => found.title === one.title));
  for (const one of missing) await orgAdmin.post('/cases', one);
}
