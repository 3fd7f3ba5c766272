import { accept, fold, refuse, type Decision } from '@kushk/decider';
import { caseStream, type Case, type CaseChanges, type CaseFact, type ChangedBy, type PresentCase } from '../case.js';

export interface EditCase {
  /** Checked against `caseChangesSchema`. */
  readonly changes: CaseChanges;
  /** The revision that the writer has seen; null where they do not care. */
  readonly revision: number | null;
  readonly by: ChangedBy;
  readonly at: string;
}

/** Changes fields of a case. A change that changes nothing leaves no fact. */
export function editCase(command: EditCase, current: Case): Decision<CaseFact[], PresentCase> {
  if (current.status === 'absent') return refuse('case.not_found');
  if (command.revision !== null && command.revision !== current.revision)
    return refuse('case.revision_conflict', { revision: current.revision });
  const facts = edits(current, command);
  const after = fold(caseStream, facts, current);
  return accept(facts, after.status === 'absent' ? current : after);
}

/** The fact of what really changes, or none. */
export function edits(current: PresentCase, { changes, by, at }: Pick<EditCase, 'changes' | 'by' | 'at'>): CaseFact[] {
  const changed = Object.entries(changes).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(current.fields[field as keyof CaseChanges]),
  );
  if (changed.length === 0) return [];
  return [
    { type: 'CaseEdited', data: { changes: Object.fromEntries(changed), revision: current.revision + 1, by, at } },
  ];
}
