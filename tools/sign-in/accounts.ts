/**
 * The people of the demo, as accounts of the local sign-in provider. The system itself stores their memberships and
 * roles in organisations.
 */

export interface Account {
  /** The username, which the person selects on the sign-in page. */
  readonly username: string;
  readonly name: string;
  /** The person's roles as staff of the hub's operator. */
  readonly staff: readonly ('operator' | 'reviewer' | 'billing')[];
}

export const accounts: readonly Account[] = [
  { username: 'operator', name: 'سارا کریمی', staff: ['operator', 'billing'] },
  { username: 'reviewer', name: 'رضا احمدی', staff: ['reviewer'] },
  { username: 'platform', name: 'نیلوفر صادقی', staff: [] },
  { username: 'admin', name: 'مریم رضایی', staff: [] },
  { username: 'member', name: 'علی محمدی', staff: [] },
  { username: 'member2', name: 'زهرا حسینی', staff: [] },
];

/** Returns the `sub` claim of a person's tokens: stable, and different from the username. */
export function subjectOf(username: string): string {
  return `dev|${username}`;
}

/** Returns the staff of the operator with their roles, in the format of `KUSHK_STAFF`. */
export function staffOf(all: readonly Account[]): { subject: string; roles: readonly string[] }[] {
  return all
    .filter((one) => one.staff.length > 0)
    .map((one) => ({ subject: subjectOf(one.username), roles: one.staff }));
}
