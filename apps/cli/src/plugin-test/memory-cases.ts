/** The records of the platform that the plugin under test finds: two cases that everybody sees. */
import type { CaseResource } from '@kushk/contracts';

const AT = '2026-11-01T08:00:00.000Z';

const testCase = (id: string, title: string): CaseResource => ({
  id,
  title,
  status: 'open',
  description: null,
  amount: null,
  due_on: null,
  assignee_id: null,
  member_ids: null,
  revision: 1,
  created_at: AT,
  updated_at: AT,
});

const CASES = [testCase('cas_test2', 'Second test case'), testCase('cas_test1', 'First test case')];

/** By the last part of the address; the kinds that are absent have no records. */
export const platformRecords = (kind: string): readonly CaseResource[] => (kind === 'cases' ? CASES : []);
