import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { accessEnded, accessGranted, accessRequested } from '../../test/example-access.js';
import { accessStream, type AccessFact } from '../access/access.js';
import { installationChanges } from './installation-changes.public.js';

const changesAfter = (...facts: readonly AccessFact[]) =>
  installationChanges
    .find(({ of }) => of === accessStream)!
    .changes(facts.at(-1) as never, fold(accessStream, facts))
    .map(({ audience }) => audience);

describe('the changes of lists by accesses', () => {
  it('do not show that a code which was not accepted is one of a plugin', () => {
    expect(changesAfter(accessRequested)).toEqual([]);
  });

  it('reach the organisation that gets or loses an access', () => {
    expect(changesAfter(accessRequested, accessGranted)).toEqual(['organisation:org_1']);
    expect(changesAfter(accessRequested, accessGranted, accessEnded)).toEqual(['organisation:org_1']);
  });
});
