import { apiClient, whenAvailable, type Api } from '../seed/api.js';
import { addPeople, organisationId } from '../seed/organisation.js';
import { tokenOf, type Tokens } from '../seed/people.js';
import type { FleetAddresses } from './fleet-addresses.js';

/** The organisation of one instance, with the tokens of its people. */
export interface OrganisationAccess {
  readonly id: string;
  readonly admin_token: string;
  readonly member_token: string;
}

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
    const id = await whenAvailable(() => organisationId(api('platform'), admin));
    await whenAvailable(() => addPeople(admin));
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
