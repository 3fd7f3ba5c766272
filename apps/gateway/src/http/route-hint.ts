/** What a client that requests an unknown path has probably confused. Pure. */
import type { Config } from '@kushk/runtime';

/** The texts are in the details of `route.not_found`. */
type RouteHint =
  | 'encode_slash'
  | 'slash_after_api_base'
  | 'unknown_resource'
  | 'begin_with_api_base'
  | 'this_is_the_hub'
  | 'this_is_an_instance';

const RECORD_WITH_SLASH = /^\/i\/[^/]+\/plugin\/v1\/records\/[^/]+\/[^/]+\/./;
const API_BASE = /^\/i\/[^/]+\/plugin\/v1/;
/** Joined to `api_base` without a slash, or with two. */
const BADLY_JOINED = /^\/i\/[^/]+\/plugin\/v1(?:[^/]|\/\/)/;
const OF_INSTANCE = /^\/(i|plugin|instance)(\/|$)/;
const OF_HUB = /^\/(developer|portal|operator)(\/|$)/;
/** The resources of the plugin API. */
const OF_PLUGIN = /^\/(plugin|ins_\w+|installation|records|proposals|sources|wallet|events|people|mcp)(\/|$)/;

export function routeHint(role: Config['role'], url: string): RouteHint | null {
  const path = url.replace(/[?#].*$/s, '');
  if (role === 'hub') return OF_INSTANCE.test(path) || OF_PLUGIN.test(path) ? 'this_is_the_hub' : null;
  if (RECORD_WITH_SLASH.test(path)) return 'encode_slash';
  if (BADLY_JOINED.test(path)) return 'slash_after_api_base';
  if (API_BASE.test(path)) return 'unknown_resource';
  if (OF_HUB.test(path)) return 'this_is_an_instance';
  return OF_PLUGIN.test(path) ? 'begin_with_api_base' : null;
}
