/**
 * The filtered lists that a person has given names, on the hub or on an instance. They are stored with the person, so
 * they are there in every browser. One stream per person.
 */
import { accept, refuse, unreachable, type Decision, type Fact, type StreamType } from '@kushk/decider';
import { inputHash } from '@kushk/credentials';
import type { Identity } from './person-session.js';

/** A name is unique among the views of one list. */
export interface SavedView {
  /** The address of the list, `/cases`. */
  readonly path: string;
  readonly name: string;
  /** The filters as the address has them, `?q=rent`. */
  readonly search: string;
}
export type PersonViewsFact =
  Fact<'ViewSaved', Identity & SavedView> | Fact<'ViewRemoved', Identity & Pick<SavedView, 'path' | 'name'>>;
export type PersonViews =
  { readonly status: 'absent' } | { readonly status: 'kept'; readonly views: readonly SavedView[] };

export const personViewsStream: StreamType<PersonViews, PersonViewsFact> = {
  category: 'person_views',
  factTypes: { ViewSaved: true, ViewRemoved: true },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

const MAX_VIEWS = 100;

function evolve(state: PersonViews, fact: PersonViewsFact): PersonViews {
  const others = viewsOf(state).filter((view) => !isNamed(view, fact.data));
  switch (fact.type) {
    case 'ViewSaved': {
      const { path, name, search } = fact.data;
      return { status: 'kept', views: [...others, { path, name, search }] };
    }
    case 'ViewRemoved':
      return { status: 'kept', views: others };
    default:
      return unreachable(fact);
  }
}

const isNamed = (view: SavedView, { path, name }: Pick<SavedView, 'path' | 'name'>): boolean =>
  view.path === path && view.name === name;

/** The views of a person, in the order in which they were saved. */
export function viewsOf(state: PersonViews): readonly SavedView[] {
  return state.status === 'absent' ? [] : state.views;
}

/** The stream of a person. A hash, because an issuer and a subject can be long. */
export function viewsIdOf({ issuer, subject }: Identity): string {
  return inputHash(['views', issuer, subject]);
}

/** Saves a view in place of the one with its name; without a search, removes it. Repeating it records nothing. */
export function setView(
  { issuer, subject, path, name, search }: Identity & Omit<SavedView, 'search'> & { readonly search: string | null },
  state: PersonViews,
): Decision<readonly PersonViewsFact[], null> {
  const views = viewsOf(state);
  const existing = views.find((view) => isNamed(view, { path, name }));
  const about = { issuer, subject, path, name };
  if (search === null) return accept(existing === undefined ? [] : [{ type: 'ViewRemoved', data: about }], null);
  if (existing?.search === search) return accept([], null);
  if (existing === undefined && views.length >= MAX_VIEWS)
    return refuse('quota.exceeded', { quota: 'saved_views', limit: MAX_VIEWS, used: views.length });
  return accept([{ type: 'ViewSaved', data: { ...about, search } }], null);
}
