import { apiClient, nullOn, whenAvailable, type Api } from '../seed/api.js';
import { createOrganisation, findOrganisation } from '../seed/organisation.js';
import { tokenOf, type Tokens } from '../seed/people.js';
import { nameOf, subjectOf } from '../sign-in/accounts.js';
import type { FleetAddresses } from './fleet-addresses.js';

/** The organisation of one instance, with the tokens of its people. */
export interface OrganisationAccess {
  readonly id: string;
  readonly admin_token: string;
  readonly member_token: string;
}

const members = ['member', 'member2'];

/**
 * Creates an organisation with an admin and members on each instance, and waits until the admin's first requests to
 * the instance's services succeed. A service that was idle since its own start may still refuse its first request.
 */
export async function createOrganisations(
  { instances }: FleetAddresses,
  tokens: Tokens,
): Promise<ReadonlyMap<string, OrganisationAccess>> {
  const created = new Map<string, OrganisationAccess>();
  for (const { instance } of instances) {
    const api = (username: string): Api =>
      apiClient(`${instance.serviceOrigin}/instance/v1`, tokenOf(tokens, username));
    const admin = api('admin');
    const existing = await whenAvailable(() => findOrganisation(admin));
    const id = existing ?? (await whenAvailable(() => createOrganisation(api('platform'))));
    for (const username of members) await whenAvailable(() => addMember(admin, username));
    for (const path of ['/me', '/store', '/installations', '/cases'])
      await whenAvailable(() => admin.get<object>(path));
    created.set(instance.id, {
      id,
      admin_token: tokenOf(tokens, 'admin'),
      member_token: tokenOf(tokens, 'member'),
    });
  }
  return created;
}

async function addMember(admin: Api, username: string): Promise<void> {
  const body = { subject: subjectOf(username), name: nameOf(username), role: 'member' };
  await nullOn(admin.post('/people', body), 'person.exists');
}
