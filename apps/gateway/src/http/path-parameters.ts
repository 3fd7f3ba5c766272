import { Refused } from '@kushk/edge';

/** No id and no name of ours has one, and PostgreSQL cannot even look for it. */
const NUL = '\u0000';

/** What the path names must be text that something could be called; else there is nothing there: `route.not_found`. */
export function assertReadablePath(params: Readonly<Record<string, string>>): void {
  if (Object.values(params).some((value) => value.includes(NUL))) throw Refused.with('route.not_found');
}
