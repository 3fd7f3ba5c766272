/** The organisation that the unit tests of the workspace use. */
import type { OrganisationFact } from '../src/organisation/organisation.js';

export const at = '2026-11-20T09:00:00.000Z';
export const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
export const created: OrganisationFact = {
  type: 'OrganisationCreated',
  data: { organisationId: 'org_1', name: 'Example', locale, at },
};
export const adminJoined = (personId: string): OrganisationFact => ({ type: 'AdminJoined', data: { personId } });
