/**
 * The records of the platform that the plugin under test finds: two cases that everybody sees, and the document of
 * every source that was accepted.
 */
import type { CaseResource, DocumentResource } from '@kushk/contracts';

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

/** A list has none: the events of accepted sources name documents of their own. */
const documentOf = (id: string): DocumentResource => ({
  id,
  title: 'Test document',
  content_type: 'text/plain',
  text: 'Invoice 1042 of Test Company, 2026-11-01. Total: 12,500,000 IRR. Due on 2026-12-01.',
  case_id: 'cas_test1',
  member_ids: null,
  revision: 1,
  created_at: AT,
  updated_at: AT,
});

/** Undefined for what does not exist. */
export function platformRecord(kind: string, id: string): CaseResource | DocumentResource | undefined {
  if (kind === 'documents' && id.startsWith('doc_')) return documentOf(id);
  return platformRecords(kind).find((one) => one.id === id);
}

/** By the last part of the address; the kinds that are absent have no records. */
export const platformRecords = (kind: string): readonly CaseResource[] => (kind === 'cases' ? CASES : []);
