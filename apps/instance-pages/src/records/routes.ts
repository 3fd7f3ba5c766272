import { createRoute } from '@tanstack/react-router';
import { oneOf, searchedText } from '@kushk/ui';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';
import { casesSearch } from './cases-search.js';
import type { SearchType } from './list-queries.js';

type Search = Record<string, unknown>;

const TYPES: readonly SearchType[] = ['case', 'document', 'session', 'calendar_event', 'person', 'memory'];
const VIEWS = ['month', 'agenda'] as const;
const MONTH = /^\d{4}-\d\d-\d\d$/;

const cases = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cases',
  validateSearch: casesSearch,
  component: lazyPage(() => import('./cases-page.js'), 'CasesPage'),
});
const oneCase = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cases/$id',
  component: lazyPage(() => import('./case-page.js'), 'CasePage'),
});
const sessions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: ({ q }: Search) => searchedText(q),
  component: lazyPage(() => import('./sessions-page.js'), 'SessionsPage'),
});
const session = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions/$id',
  component: lazyPage(() => import('./session-page.js'), 'SessionPage'),
});
const documents = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents',
  validateSearch: ({ q }: Search) => searchedText(q),
  component: lazyPage(() => import('./documents-page.js'), 'DocumentsPage'),
});
const document = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents/$id',
  component: lazyPage(() => import('./document-page.js'), 'DocumentPage'),
});
const memory = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memory',
  validateSearch: ({ q }: Search) => searchedText(q),
  component: lazyPage(() => import('./memory-page.js'), 'MemoryPage'),
});
const search = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: ({ q, type }: Search): { q?: string; type?: SearchType } => {
    const shown = oneOf(TYPES, type);
    return { ...searchedText(q), ...(shown && { type: shown }) };
  },
  component: lazyPage(() => import('./search-page.js'), 'SearchPage'),
});

export interface CalendarSearch {
  /** A day of the month that is shown, Gregorian. */
  readonly on?: string;
  readonly view?: 'month' | 'agenda';
  /** The event that is open. */
  readonly event?: string;
}

const calendar = createRoute({
  getParentRoute: () => rootRoute,
  path: '/calendar',
  validateSearch: ({ on, view, event }: Search): CalendarSearch => {
    const shown = oneOf(VIEWS, view);
    return {
      ...(typeof on === 'string' && MONTH.test(on) && { on }),
      ...(shown && { view: shown }),
      ...(typeof event === 'string' && { event }),
    };
  },
  component: lazyPage(() => import('./calendar-page.js'), 'CalendarPage'),
});

export const recordRoutes = [cases, oneCase, sessions, session, documents, document, memory, search, calendar] as const;
