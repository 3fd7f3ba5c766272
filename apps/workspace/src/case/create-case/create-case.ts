import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import {
  NEW_CASE,
  newCase,
  type Case,
  type CaseChanges,
  type CaseFact,
  type ChangedBy,
  type PresentCase,
} from '../case.js';

export interface CreateCase {
  readonly caseId: string;
  readonly organisationId: string;
  /** Already validated against `newCaseSchema`. */
  readonly fields: CaseChanges;
  readonly by: ChangedBy;
  readonly at: string;
}

export function createCase(command: CreateCase, current: Case): Decision<CaseFact[], PresentCase> {
  switch (current.status) {
    case 'absent': {
      const data = { ...command, fields: { ...NEW_CASE, ...command.fields } };
      return accept([{ type: 'CaseCreated', data }], newCase(data));
    }
    case 'present':
      return refuse('case.exists');
    default:
      return unreachable(current);
  }
}
