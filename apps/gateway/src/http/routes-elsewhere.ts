import type { CallerKind } from '../authentication/caller.js';
import type { Route } from './route.js';

export interface Elsewhere {
  /** The path prefix of the routes as they are defined. */
  readonly from: string;
  /** The prefix under which they are mounted, with parameters such as `:publisher_id`. */
  readonly to: string;
  readonly callerKind: CallerKind;
}

/**
 * Returns the same routes under another prefix for another kind of caller, from whom nothing is required. The caller
 * must have what the routes use of it. `Location` headers name the new prefix.
 */
export function routesElsewhere(routes: readonly Route[], { from, to, callerKind }: Elsewhere): readonly Route[] {
  return routes.map((route) => ({
    ...route,
    path: to + route.path.slice(from.length),
    callerKind,
    requires: null,
    run: async (call, send) => {
      const response = await route.run(call, send);
      const location = response.headers?.['location'];
      if (typeof location !== 'string' || !location.startsWith(from)) return response;
      const prefix = to.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(call.params[name] ?? ''));
      return { ...response, headers: { ...response.headers, location: prefix + location.slice(from.length) } };
    },
  }));
}
