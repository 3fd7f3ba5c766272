import { describe, expect, it } from '@jest/globals';
import { RecordValidator } from './record-validator.js';

const people = { known: () => Promise.resolve(new Set(['per_1'])) };
const cases = {
  find: ({ personId }: { readonly personId: string | null }, caseId: string) =>
    Promise.resolve(personId === 'per_1' && caseId === 'cas_1' ? {} : null),
};
const validator = new RecordValidator(people, cases);
const problemsOf = async (fields: Record<string, string | string[]>, personId: string | null = 'per_1') =>
  (
    await validator.problems({
      organisationId: 'org_1',
      personId,
      schema: { schema: { properties: { title: { type: 'string' } } }, checked: {} },
      fields,
      peopleFields: ['assignee_id', 'member_ids'],
      path: '/changes',
    })
  ).map(({ code, path }) => `${code} ${path}`);

describe('RecordValidator', () => {
  it('reports people outside the organisation at their place in the request', async () => {
    expect(await problemsOf({ assignee_id: 'per_2', member_ids: ['per_1', 'per_3'] })).toEqual([
      'person_unknown /changes/assignee_id',
      'person_unknown /changes/member_ids/1',
    ]);
  });

  it('reports a case that the author cannot see as unknown', async () => {
    expect(await problemsOf({ case_id: 'cas_1' })).toEqual([]);
    expect(await problemsOf({ case_id: 'cas_1' }, null)).toEqual(['case_unknown /changes/case_id']);
  });

  it('looks nothing up while the fields violate their schema', async () => {
    expect(await problemsOf({ title: ['x'], assignee_id: 'per_2' })).toEqual(['type /changes/title']);
  });
});
