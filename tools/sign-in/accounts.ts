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
  /** The person's roles as platform staff of an instance. */
  readonly platformStaff?: readonly ('platform_admin' | 'billing')[];
}

export const accounts: readonly Account[] = [
  { username: 'operator', name: 'سارا کریمی', staff: ['operator', 'billing'] },
  { username: 'reviewer', name: 'رضا احمدی', staff: ['reviewer'] },
  { username: 'platform', name: 'نیلوفر صادقی', staff: [], platformStaff: ['platform_admin', 'billing'] },
  { username: 'admin', name: 'مریم رضایی', staff: [] },
  { username: 'member', name: 'علی محمدی', staff: [] },
  { username: 'member2', name: 'زهرا حسینی', staff: [] },
];

/** Returns the `sub` claim of a person's tokens: stable, and different from the username. */
export function subjectOf(username: string): string {
  return `dev|${username}`;
}
