/**
 * The people of the demo, as accounts of the local sign-in provider. The system itself stores their memberships and
 * roles in organisations.
 */

import { audiences } from './provider-names.js';

export interface Account {
  /** The username, which the person selects on the sign-in page. */
  readonly username: string;
  readonly name: string;
  /** The person's roles as staff of the hub's operator. */
  readonly staff: readonly ('operator' | 'reviewer' | 'billing')[];
  /** The publishers whose portal the person uses. */
  readonly publishers?: readonly string[];
  /** The person's roles as platform staff of an instance. */
  readonly platformStaff?: readonly ('platform_admin' | 'billing')[];
}

export const accounts: readonly Account[] = [
  { username: 'operator', name: 'سارا کریمی', staff: ['operator', 'billing'] },
  { username: 'reviewer', name: 'رضا احمدی', staff: ['reviewer'] },
  { username: 'reviewer2', name: 'مینا توکلی', staff: ['reviewer'] },
  { username: 'platform', name: 'نیلوفر صادقی', staff: [], platformStaff: ['platform_admin', 'billing'] },
  { username: 'publisher', name: 'پویا رستمی', staff: [], publishers: ['acme', 'kushk-samples', 'parsan'] },
  { username: 'admin', name: 'مریم رضایی', staff: [] },
  { username: 'member', name: 'علی محمدی', staff: [] },
  { username: 'member2', name: 'زهرا حسینی', staff: [] },
  { username: 'narges', name: 'نرگس کاظمی', staff: [] },
  { username: 'kaveh', name: 'کاوه شریفی', staff: [] },
  { username: 'samira', name: 'سمیرا جعفری', staff: [] },
  { username: 'hossein', name: 'حسین نوری', staff: [] },
  { username: 'mohammad', name: 'محمد اکبری', staff: [] },
  { username: 'fatemeh', name: 'فاطمه رحیمی', staff: [] },
  { username: 'behnam', name: 'بهنام قاسمی', staff: [] },
  { username: 'elham', name: 'الهام موسوی', staff: [] },
  { username: 'parisa', name: 'پریسا یوسفی', staff: [] },
];

/** The audience of an account's tokens: the hub for the people of the hub. */
export function audienceOf(username: string): string {
  const account = accounts.find((one) => one.username === username);
  const isOfHub = account !== undefined && (account.staff.length > 0 || account.publishers !== undefined);
  return isOfHub ? audiences.hub : audiences.instance;
}

/** The accounts that every start signs in, for the seed and for dev.json. */
export const accountsAtStart = ['operator', 'reviewer', 'platform', 'admin', 'member', 'member2'];

/** Returns the `sub` claim of a person's tokens: stable, and different from the username. */
export function subjectOf(username: string): string {
  return `dev|${username}`;
}

/** Returns the name of the person with this account. */
export function nameOf(username: string): string {
  return accounts.find((one) => one.username === username)?.name ?? username;
}
