/** What a proposal changes, field by field. */
import type { ProposedField } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { isSame } from '../platform-record/platform-record.js';
import type { PresentProposable, ProposableRecord } from './proposable-records.js';
import type { ExistingProposal } from './proposal.js';

/**
 * Returns the fields that a proposal changes. A field of a pending proposal is stale when applying would replace the
 * value of an edit that the plugin had not read, or that came after the proposal. An edit that was taken back has left
 * no value to replace.
 */
export function proposedFields(proposal: ExistingProposal, record: ProposableRecord): readonly ProposedField[] {
  const { changes, baseValues, status } = proposal;
  return Object.entries(changes).map(([field, proposed]) => {
    const base = baseValues[field] ?? null;
    switch (record.status) {
      case 'absent':
        return { field, base, current: null, proposed, stale: false };
      case 'present': {
        const current = record.fields[field] ?? null;
        const isEdited = wasUnread(proposal, field, record) || !isSame(current, base);
        const stale = status === 'pending' && isEdited && !isSame(proposed, current);
        return { field, base, current, proposed, stale };
      }
      default:
        return unreachable(record);
    }
  });
}

/** Whether the plugin had not read the value on which its proposal is based. Facts of 0.1.0 do not tell it. */
function wasUnread(
  { editedFields, baseRevision }: ExistingProposal,
  field: string,
  { fieldRevisions, revision }: PresentProposable,
): boolean {
  return editedFields?.includes(field) ?? (fieldRevisions[field] ?? 0) > (baseRevision ?? revision);
}

/** The stale fields as the refusal `proposal.stale` has them. */
export function conflictsOf(fields: readonly ProposedField[]): readonly Omit<ProposedField, 'stale'>[] {
  return fields
    .filter(({ stale }) => stale)
    .map(({ field, base, current, proposed }) => ({ field, base, current, proposed }));
}
