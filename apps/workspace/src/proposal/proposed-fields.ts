/** What a proposal changes, field by field. */
import type { ProposedField } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { ProposableRecord } from './proposable-records.js';
import type { ExistingProposal } from './proposal.js';

/**
 * Returns the fields that a proposal changes. A field of a pending proposal is stale when it was edited after the base
 * revision and its current value differs from the proposed one.
 */
export function proposedFields(proposal: ExistingProposal, record: ProposableRecord): readonly ProposedField[] {
  const { changes, baseValues, baseRevision, status } = proposal;
  return Object.entries(changes).map(([field, proposed]) => {
    const base = baseValues[field] ?? null;
    switch (record.status) {
      case 'absent':
        return { field, base, current: null, proposed, stale: false };
      case 'present': {
        const current = record.fields[field] ?? null;
        const isEdited = (record.fieldRevisions[field] ?? 0) > (baseRevision ?? record.revision);
        const stale = status === 'pending' && isEdited && JSON.stringify(proposed) !== JSON.stringify(current);
        return { field, base, current, proposed, stale };
      }
      default:
        return unreachable(record);
    }
  });
}

/** The stale fields as the refusal `proposal.stale` has them. */
export function conflictsOf(fields: readonly ProposedField[]): readonly Omit<ProposedField, 'stale'>[] {
  return fields
    .filter(({ stale }) => stale)
    .map(({ field, base, current, proposed }) => ({ field, base, current, proposed }));
}
