/** The person that the unit tests of the workspace use. */
import type { AddPerson } from '../src/person/add-person/add-person.js';
import type { MembershipFact } from '../src/person/membership.js';
import type { PersonFact } from '../src/person/person.js';

export const at = '2026-11-20T09:00:00.000Z';
export const sara: AddPerson = {
  personId: 'per_1',
  organisationId: 'org_1',
  issuer: 'https://sign-in',
  subject: 'sara',
  name: 'Sara',
  role: 'admin',
  at,
};
export const added: PersonFact = { type: 'PersonAdded', data: sara };
export const removed: PersonFact = { type: 'PersonRemoved', data: { by: 'per_2', at } };
export const taken: MembershipFact = { type: 'MembershipTaken', data: { personId: 'per_1' } };
export const freed: MembershipFact = { type: 'MembershipFreed', data: { personId: 'per_1' } };
