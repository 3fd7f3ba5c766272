import { describe, expect, it } from '@jest/globals';
import type { Actor } from '@kushk/contracts';
import { fold, type Fact } from '@kushk/decider';
import { staffIdOf, type StaffFact } from '@kushk/staff';
import { at, issued, revoked } from '../../test/example-key.js';
import { added, removed } from '../../test/example-member.js';
import { trustAdded, trustEnded } from '../../test/example-trust.js';
import { callerStreams } from './caller-streams.js';

const key: Actor = { kind: 'publisher', publisher_id: 'acme', key_id: 'key_1', name: 'Acme' };
const member: Actor = {
  kind: 'publisher_member',
  publisher_id: 'acme',
  member_id: 'mbr_1',
  subject: 'dev|sara',
  name: 'Sara',
};
const olga: Actor = { kind: 'staff', subject: 'olga', roles: ['operator'], name: 'Olga' };

function rolesAfter(actor: Actor, ...facts: readonly Fact[]): readonly string[] | undefined {
  const caller = callerStreams(actor);
  return caller?.rolesOf(fold(caller.ref.type, facts));
}

describe('the roles of a caller', () => {
  it('end with the revocation of a key', () => {
    expect(rolesAfter(key)).toEqual([]);
    expect(rolesAfter(key, issued)).toEqual(['publisher']);
    expect(rolesAfter(key, issued, revoked)).toEqual([]);
    expect(rolesAfter({ ...key, publisher_id: 'beta' }, issued)).toEqual([]);
  });

  it('end for an exchanged key with its trust', () => {
    const exchanged: Actor = { ...key, trust_id: 'tru_1' };
    expect(rolesAfter(exchanged, trustAdded)).toEqual(['publisher']);
    expect(rolesAfter(exchanged, trustAdded, trustEnded)).toEqual([]);
  });

  it('end when a member leaves the publisher', () => {
    expect(rolesAfter(member)).toEqual([]);
    expect(rolesAfter(member, added)).toEqual(['publisher']);
    expect(rolesAfter(member, added, removed)).toEqual([]);
    expect(rolesAfter({ ...member, publisher_id: 'beta' }, added)).toEqual([]);
  });

  it('are the roles of the staff', () => {
    const data = { id: staffIdOf('olga'), subject: 'olga', name: 'Olga', roles: ['operator'], by: null, at };
    const hired: StaffFact = { type: 'StaffAdded', data };
    const changed: StaffFact = { type: 'StaffChanged', data: { name: 'Olga', roles: ['reviewer'], by: 'rita', at } };
    const left: StaffFact = { type: 'StaffRemoved', data: { by: 'rita', at } };
    expect(rolesAfter(olga, hired)).toEqual(['operator']);
    expect(rolesAfter(olga, hired, changed)).toEqual(['reviewer']);
    expect(rolesAfter(olga, hired, left)).toEqual([]);
  });

  it('are unknown of a person of an organisation, who is stored by the instance', () => {
    const sara: Actor = { kind: 'person', person_id: 'per_1', organisation_id: 'org_1', role: 'admin', name: 'Sara' };
    expect(rolesAfter(sara)).toBeUndefined();
  });
});
