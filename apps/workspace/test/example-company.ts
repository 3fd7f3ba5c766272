import { workspace, type PersonResource, type RequestIdempotency } from '@kushk/contracts';
import type { ServiceUnderTest } from '@kushk/testing';

export interface Company {
  readonly organisation_id: string;
  readonly admin: PersonResource;
  readonly member: PersonResource;
}

/** Creates an organisation with an administrator and a member. */
export async function createCompany(service: ServiceUnderTest): Promise<Company> {
  const { organisation, admin } = await service.reply(workspace.createOrganisation, {
    name: 'شرکت نمونه',
    locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
    admin: { issuer: 'https://sign-in', subject: 'sara', name: 'سارا' },
  });
  const organisation_id = organisation.id;
  const member = await service.reply(workspace.addPerson, {
    organisation_id,
    issuer: 'https://sign-in',
    subject: 'omid',
    name: 'امید',
    role: 'member',
    by: admin.id,
  });
  return { organisation_id, admin, member };
}

let keys = 0;
/** An idempotency key; a new one without `key`. */
export function idempotency(key = `k${(keys += 1)}`, input_hash = ''): RequestIdempotency {
  return { scope: 'test', key, input_hash };
}
