import { Refused } from '@kushk/edge';

/** No id has a NUL character, and PostgreSQL cannot even search for it. */
const NUL = '\u0000';

/** Throws `route.not_found` for path parameters that nothing can be named by. */
export function assertNoNul(params: Readonly<Record<string, string>>): void {
  if (Object.values(params).some((value) => value.includes(NUL))) throw Refused.with('route.not_found');
}
