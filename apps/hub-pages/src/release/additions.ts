import { nameIn, type Change } from './change-path.js';

/** The capabilities of a manifest as additions, with the paths that a difference between two versions has. */
export function additionsOf(manifest: unknown): Change[] {
  const { scopes, base_url, egress, records, proposals, sources, plans, tools, settings, ui } = partsOf(manifest);
  const { app, panels } = partsOf(ui);
  return [
    ...Object.keys(partsOf(scopes)).map((scope) => named('scopes', scope)),
    ...(typeof base_url === 'string' ? [{ path: '/base_url', before: null, after: base_url }] : []),
    ...listOf(egress).map((host) => named('egress', host)),
    ...namesIn(records, 'type').map((type) => named('records', type)),
    ...namesIn(proposals, 'record_type').map((type) => named('proposals', type)),
    ...listOf(sources).map((source) => named('sources', source)),
    ...listOf(plans)
      .map(partsOf)
      .flatMap(({ key, rates }) =>
        Object.entries(partsOf(rates)).map(([service, rate]) => ({
          ...named('plans', key, 'rates', service),
          after: `${textOf(rate)} MU`,
        })),
      ),
    ...namesIn(tools, 'name').map((tool) => named('tools', tool)),
    ...Object.keys(partsOf(partsOf(settings)['properties'])).map((setting) => named('settings', setting)),
    ...(app === undefined ? [] : [named('ui', 'app')]),
    ...namesIn(panels, 'key').map((panel) => named('ui', 'panels', panel)),
  ];
}

/** Its value is its name, which is not shown twice. */
function named(...segments: readonly unknown[]): Change {
  const path = `/${segments.map((one) => textOf(one).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
  return { path, before: null, after: nameIn(path) };
}

// JSON may have an object that `String` refuses: `{"toString": 0}`.
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
// A manifest that only warnings complain about may have anything in any place.
export const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** What each member of a list is called: the values of one of its fields. */
const namesIn = (list: unknown, field: string): readonly string[] =>
  listOf(list).flatMap((one) => {
    const name = partsOf(one)[field];
    return typeof name === 'string' ? [name] : [];
  });
