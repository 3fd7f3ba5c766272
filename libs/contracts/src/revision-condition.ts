/**
 * Which revision a write needs (RFC 9110, sections 13.1.1 and 13.1.2): this one, one of these, any that exists, or none
 * of these. Null writes at any revision. What does not exist has the revision {@link NO_REVISION}.
 */
export type RevisionCondition = number | readonly number[] | 'existing' | { readonly not: readonly number[] } | null;

/** The revision of a record that does not exist. */
export const NO_REVISION = 0;

export function meetsCondition(condition: RevisionCondition, revision: number): boolean {
  if (condition === null) return true;
  if (condition === 'existing') return revision !== NO_REVISION;
  if (typeof condition === 'number') return condition === revision;
  return 'not' in condition ? !condition.not.includes(revision) : condition.includes(revision);
}
