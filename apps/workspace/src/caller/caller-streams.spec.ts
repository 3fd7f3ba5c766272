import { describe, expect, it } from '@jest/globals';
import type { Actor } from '@kushk/contracts';
import { fold, type Fact } from '@kushk/decider';
import { staffIdOf, type StaffFact } from '@kushk/staff';
import { added, at, removed } from '../../test/example-person.js';
import type { PersonFact } from '../person/person.js';
import { callerStreams } from './caller-streams.js';

const sara: Actor = { kind: 'person', person_id: 'per_1', organisation_id: 'org_1', role: 'admin', name: 'Sara' };
const olga: Actor = { kind: 'staff', subject: 'olga', roles: ['platform_admin'], name: 'Olga' };

function rolesAfter(actor: Actor, ...facts: readonly Fact[]): readonly string[] | undefined {
  const caller = callerStreams(actor);
  return caller?.rolesOf(fold(caller.ref.type, facts));
}

describe('the roles of a caller', () => {
  it('are the role of a person in the organisation', () => {
    const demoted: PersonFact = { type: 'PersonChanged', data: { name: 'Sara', role: 'member', by: 'per_2', at } };
    expect(rolesAfter(sara)).toEqual([]);
    expect(rolesAfter(sara, added)).toEqual(['admin']);
    expect(rolesAfter(sara, added, demoted)).toEqual(['member']);
    expect(rolesAfter(sara, added, removed)).toEqual([]);
    expect(rolesAfter({ ...sara, organisation_id: 'org_2' }, added)).toEqual([]);
  });

  it('are the roles of the platform staff', () => {
    const data = { id: staffIdOf('olga'), subject: 'olga', name: 'Olga', roles: ['platform_admin'], by: null, at };
    const hired: StaffFact = { type: 'StaffAdded', data };
    const changed: StaffFact = { type: 'StaffChanged', data: { name: 'Olga', roles: ['billing'], by: 'rita', at } };
    const left: StaffFact = { type: 'StaffRemoved', data: { by: 'rita', at } };
    expect(rolesAfter(olga, hired)).toEqual(['platform_admin']);
    expect(rolesAfter(olga, hired, changed)).toEqual(['billing']);
    expect(rolesAfter(olga, hired, left)).toEqual([]);
  });

  it('are unknown of a publisher, who is stored by the hub', () => {
    expect(rolesAfter({ kind: 'publisher', publisher_id: 'acme', key_id: 'key_1', name: 'Acme' })).toBeUndefined();
  });
});
