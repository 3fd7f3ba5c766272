import { setOrganisation } from '@kushk/api-client';
import type { Session } from './session.js';

const KEY = 'kushk-organisation';

/**
 * Chooses the organisation for which the pages of an instance work: the one that was chosen last, in this tab before
 * other tabs, if the person still belongs to it; otherwise the first. Returns its id, or null without organisations.
 */
export function chooseStoredOrganisation({ organisations }: Pick<Session, 'organisations'>): string | null {
  const stored = [sessionStorage.getItem(KEY), localStorage.getItem(KEY)];
  const isMember = (id: string | null): boolean => organisations.some((one) => one.id === id);
  const id = stored.find(isMember) ?? organisations[0]?.id ?? null;
  setOrganisation(id);
  return id;
}

/** Switches to another organisation. The page reloads, so no data of the other one remain. */
export function switchOrganisation(id: string): void {
  sessionStorage.setItem(KEY, id);
  localStorage.setItem(KEY, id);
  location.assign('/');
}
