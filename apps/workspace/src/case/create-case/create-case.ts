import { accept, refuse, type Decision } from '@kushk/decider';
import { NEW_CASE, type Case, type CaseChanges, type CaseFact, type ChangedBy, type PresentCase } from '../case.js';

export interface CreateCase {
  readonly caseId: string;
  readonly organisationId: string;
  /** Checked against `newCaseSchema`. */
  readonly fields: CaseChanges;
  readonly by: ChangedBy;
  readonly at: string;
}

export function createCase(command: CreateCase, current: Case): Decision<CaseFact[], PresentCase> {
  if (current.status !== 'absent') return refuse('case.exists');
  const { caseId, organisationId, by, at } = command;
  const fields = { ...NEW_CASE, ...command.fields };
  return accept([{ type: 'CaseCreated', data: { caseId, organisationId, fields, by, at } }], {
    status: 'present',
    caseId,
    organisationId,
    fields,
    revision: 1,
    fieldRevisions: {},
    createdAt: at,
    updatedAt: at,
  });
}
