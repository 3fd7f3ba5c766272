import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { accessEnded, accessGranted, accessRequested } from '../../../test/example-access.js';
import { accessStream, type AccessFact } from '../access.js';
import { recordAccessEnd } from './record-access-end.js';

const { endedAt, at } = accessEnded.data;
const statement = { plugin_id: 'ir.acme.invoices', access_id: 'acc_1', at: endedAt };

describe('record access end', () => {
  it.each<[string, AccessFact[]]>([
    ['granted', [accessRequested, accessGranted]],
    ['requested, before its grant is recorded', [accessRequested]],
  ])('ends an access that was %s', (_case, facts) => {
    given(accessStream, ...facts)
      .when((access) => recordAccessEnd({ statement, at }, access))
      .thenFacts(accessEnded);
  });

  it.each<[string, AccessFact[], object]>([
    ['the access has ended', [accessRequested, accessGranted, accessEnded], {}],
    ['the organisation has another access since', [accessRequested, accessGranted], { access_id: 'acc_0' }],
    ['the access is to another plugin', [accessRequested, accessGranted], { plugin_id: 'ir.acme.other' }],
    ['there is no access', [], {}],
  ])('records nothing when %s', (_case, facts, changes) => {
    given(accessStream, ...facts)
      .when((access) => recordAccessEnd({ statement: { ...statement, ...changes }, at }, access))
      .thenFacts();
  });
});
