import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import {
  canSee,
  editedCase,
  type Case,
  type CaseChanges,
  type CaseFact,
  type ChangedBy,
  type PresentCase,
  type Viewer,
} from '../case.js';

export interface EditCase {
  readonly organisationId: string;
  readonly viewer: Viewer;
  /** Already validated against `caseChangesSchema`. */
  readonly changes: CaseChanges;
  /** The revision that the author has read; null edits the case at any revision. */
  readonly revision: number | null;
  readonly by: ChangedBy;
  readonly at: string;
}

/** Edits a case that the author can see. Values equal to the current ones create no fact. */
export function editCase(command: EditCase, current: Case): Decision<CaseFact[], PresentCase> {
  switch (current.status) {
    case 'absent':
      return refuse('case.not_found');
    case 'present': {
      if (current.organisationId !== command.organisationId || !canSee(command.viewer, current.fields))
        return refuse('case.not_found');
      if (command.revision !== null && command.revision !== current.revision)
        return refuse('case.revision_conflict', { revision: current.revision });
      return changeCase(current, command);
    }
    default:
      return unreachable(current);
  }
}

/** Returns the changes that differ from the current case, and the case after the edit. */
export function changeCase(
  current: PresentCase,
  { changes, by, at }: Pick<EditCase, 'changes' | 'by' | 'at'>,
): { accepted: true; facts: CaseFact[]; reply: PresentCase } {
  const different = Object.entries(changes).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(current.fields[field as keyof CaseChanges]),
  );
  if (different.length === 0) return accept([], current);
  const data = { changes: Object.fromEntries(different), revision: current.revision + 1, by, at };
  return accept([{ type: 'CaseEdited', data }], editedCase(current, data));
}
