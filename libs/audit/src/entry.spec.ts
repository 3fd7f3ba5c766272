import { describe, expect, it } from '@jest/globals';
import type { Actor } from '@kushk/contracts';
import type { Fact, StreamType } from '@kushk/decider';
import type { RecordedFact } from '@kushk/event-store';
import { audited, auditedOfPeople, auditOf, notAudited, unaudited } from './audited.js';
import { entryOf } from './entry.js';

type GateFact =
  | Fact<'GateOpened', { readonly note: string }>
  | Fact<'GateUsed', Record<never, never>>
  | Fact<'GatePainted', Record<never, never>>;
const stream: StreamType<string, GateFact> = {
  category: 'gate',
  factTypes: { GateOpened: true, GateUsed: true, GatePainted: true },
  initial: '',
  stateVersion: 1,
  evolve: (state) => state,
};
const audit = auditOf(stream, {
  about: (name, { id }) => ({ subject: { type: 'gate', id, name }, organisationId: 'org_1' }),
  facts: {
    GateOpened: audited('wallet.unfrozen', ({ data: { note } }) => ({ details: { note } })),
    GateUsed: auditedOfPeople('wallet.consumed'),
    GatePainted: notAudited('everybody sees the colour'),
  },
});
const person: Actor = { kind: 'person', person_id: 'per_1', organisation_id: 'org_1', role: 'admin', name: 'Sara' };
const plugin: Actor = {
  kind: 'plugin',
  installation_id: 'ins_1',
  organisation_id: 'org_1',
  plugin_id: 'ir.acme.p',
  on_behalf_of: null,
  on_behalf_of_name: null,
};
function fact(type: GateFact['type'], actor: Actor | undefined, data: object = {}): RecordedFact {
  return {
    type,
    data,
    eventId: '019ab1e2-8d00-7000-8000-0123456789ab',
    streamId: 'gate-1',
    id: '1',
    category: 'gate',
    version: 1,
    position: 1n,
    meta: actor === undefined ? {} : { actor },
    at: new Date('2026-11-22T10:00:00.000Z'),
  };
}
const entry = (type: GateFact['type'], actor?: Actor, data?: object) =>
  entryOf(audit, fact(type, actor, data), 'Front');

describe('an audit entry', () => {
  it('has the caller of the command, the subject after the fact, and the named details', () => {
    expect(entry('GateOpened', person, { note: 'key' })).toMatchObject({
      entryId: expect.stringMatching(/^aud_[0-9a-z]{26}$/),
      organisationId: 'org_1',
      actor: { kind: 'person', id: 'per_1', name: 'Sara' },
      action: 'wallet.unfrozen',
      subject: { type: 'gate', id: '1', name: 'Front' },
      details: { note: 'key' },
    });
  });

  it.each<[string, Actor | undefined, object]>([
    [
      'staff',
      { kind: 'staff', subject: 'rita', roles: [], name: 'Rita' },
      { actor: { kind: 'staff', id: 'rita', name: 'Rita' } },
    ],
    [
      'a publisher and its key',
      { kind: 'publisher', publisher_id: 'acme', key_id: 'key_1', name: 'Acme' },
      { actor: { kind: 'publisher', id: 'acme', name: 'Acme' }, details: { key_id: 'key_1' } },
    ],
    [
      'a person of a publisher',
      { kind: 'publisher_member', publisher_id: 'acme', member_id: 'mbr_1', subject: 'dev|sara', name: 'Sara' },
      { actor: { kind: 'person', id: 'mbr_1', name: 'Sara' }, details: { publisher_id: 'acme' } },
    ],
    [
      'a plugin with the person for whom it acts',
      { ...plugin, on_behalf_of: 'per_1', on_behalf_of_name: 'Sara' },
      {
        actor: { kind: 'plugin', id: 'ir.acme.p', name: 'ir.acme.p' },
        onBehalfOf: 'per_1',
        installationId: 'ins_1',
        details: { on_behalf_of: { id: 'per_1', name: 'Sara' } },
      },
    ],
    ['a reaction', { kind: 'system' }, { actor: { kind: 'system', id: 'system', name: null } }],
    ['a fact without a caller', undefined, { actor: { kind: 'system' } }],
  ])('names %s', (_who, actor, expected) => {
    expect(entry('GateOpened', actor, { note: '' })).toMatchObject(expected);
  });

  it('does not exist for a fact that is not audited, nor for what a plugin does by itself where people count', () => {
    expect(entry('GatePainted', person)).toBeNull();
    for (const actor of [plugin, { kind: 'system' } as const]) expect(entry('GateUsed', actor)).toBeNull();
    for (const actor of [person, { ...plugin, on_behalf_of: 'per_1' }]) expect(entry('GateUsed', actor)).not.toBeNull();
  });

  it('is bounded, and has no text that PostgreSQL cannot store', () => {
    expect(entry('GateOpened', person, { note: 'a'.repeat(100_000) })!.details).toEqual({ note: 'a'.repeat(300) });
    expect(entry('GateOpened', person, { note: `${'a'.repeat(299)}👾` })!.details).toEqual({
      note: `${'a'.repeat(299)}\uFFFD`,
    });
    expect(entry('GateOpened', person, { note: 'a\u0000b' })!.details).toEqual({ note: 'ab' });
    const many = Array.from({ length: 1_000 }, () => 'a'.repeat(300));
    const details = entry('GateOpened', { ...plugin, on_behalf_of: 'per_1' }, { note: many })!.details;
    expect(details).toEqual({ truncated: true, on_behalf_of: { id: 'per_1', name: null } });
  });

  it('must be decided for every type of fact', () => {
    const about = () => null;
    // @ts-expect-error: GatePainted has no line.
    auditOf(stream, { about, facts: { GateOpened: audited('rule.made'), GateUsed: audited('rule.ended') } });
    // @ts-expect-error: GateUsed has no line.
    expect(unaudited(stream, { GateOpened: 'a', GatePainted: 'b' }).facts).toBeDefined();
  });
});
