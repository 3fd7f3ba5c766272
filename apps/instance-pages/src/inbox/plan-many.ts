/** What becomes of selected proposals that are decided together. */
import type { ListedProposal } from './items.js';
import type { Verdict } from './settle-many.js';

export interface Plan {
  /** What is sent, the newest first. */
  readonly targets: readonly ListedProposal[];
  /** Left out: each needs a look at its three values. */
  readonly stale: readonly ListedProposal[];
  /** Left out, because a newer one of the targets changes the same field of the record to another value. */
  readonly overlapping: readonly ListedProposal[];
}

const newestFirst = (left: ListedProposal, right: ListedProposal): number =>
  `${left.created_at} ${left.id}` < `${right.created_at} ${right.id}` ? 1 : -1;

/** How many of them are assigned to another person. */
export const assignedToOthers = (chosen: readonly ListedProposal[], personId: string | null): number =>
  chosen.filter(({ assignee_id: id }) => id !== null && id !== personId).length;

/** Only applying leaves something out: what a plugin proposed last about a field is what it means now. */
export function planOf(chosen: readonly ListedProposal[], verdict: Verdict): Plan {
  const all = chosen.toSorted(newestFirst);
  if (verdict === 'reject') return { targets: all, stale: [], overlapping: [] };
  const taken = new Map<string, string>();
  const plan = { targets: [] as ListedProposal[], stale: [] as ListedProposal[], overlapping: [] as ListedProposal[] };
  for (const one of all) {
    const fields = one.record_id === null ? [] : Object.entries(one.changes);
    const values = fields.map(([field, value]) => [`${one.record_id} ${field}`, JSON.stringify(value)] as const);
    const overlaps = values.some(([field, value]) => (taken.get(field) ?? value) !== value);
    if (one.stale) plan.stale.push(one);
    else if (overlaps) plan.overlapping.push(one);
    else {
      plan.targets.push(one);
      for (const [field, value] of values) taken.set(field, value);
    }
  }
  return plan;
}
