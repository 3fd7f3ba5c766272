/** The staff of the demo: the operator's staff on the hub, and the platform staff of the instance. */
import { accounts, subjectOf, type Account } from '../sign-in/accounts.js';
import { nullOn, type Api } from './api.js';

interface StaffMember {
  readonly id: string;
  readonly subject: string;
  readonly name: string;
}
type RolesOf = (account: Account) => readonly string[];

/** Adds the missing staff of the operator. `operator` is the API of the first operator. */
export async function addHubStaff(operator: Api): Promise<void> {
  await addStaff(operator, ({ staff }) => staff);
}

/** Adds the missing platform staff of an instance. `platform` is the API of its first platform administrator. */
export async function addPlatformStaff(platform: Api): Promise<void> {
  await addStaff(platform, ({ platformStaff = [] }) => platformStaff);
}

async function addStaff(api: Api, rolesOf: RolesOf): Promise<void> {
  const { items } = await api.get<{ readonly items: readonly StaffMember[] }>('/staff?limit=200');
  for (const account of accounts) {
    const [subject, roles] = [subjectOf(account.username), rolesOf(account)];
    if (roles.length === 0) continue;
    const existing = items.find((member) => member.subject === subject);
    if (existing === undefined) {
      await nullOn(api.post('/staff', { subject, name: account.name, roles }), 'staff.exists');
      continue;
    }
    // The configuration adds the first one with the subject as the name. A person who has another name has been here
    // before, and a later start must not undo a change of the roles.
    if (existing.name === subject) await api.patch(`/staff/${existing.id}`, { name: account.name, roles });
  }
}
