import { Refused } from '@kushk/edge';

/** No id contains a NUL character, and PostgreSQL cannot search for one. */
const NUL = '\u0000';

/** Throws `route.not_found` when a path parameter contains a NUL character. */
export function assertNoNul(params: Readonly<Record<string, string>>): void {
  if (Object.values(params).some((value) => value.includes(NUL))) throw Refused.with('route.not_found');
}
