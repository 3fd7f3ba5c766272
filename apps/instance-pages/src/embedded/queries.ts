import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';

export type PluginPages = InstanceComponents['schemas']['PluginPages'];

export type Surface = { readonly surface: 'app' } | { readonly surface: 'panel'; readonly panel: string };

const PAGE = 200;
/** An organisation with more plugins finds the others in the list of installations. */
const MOST_PAGES = 5;

async function allPages(signal: AbortSignal): Promise<readonly PluginPages[]> {
  const found: PluginPages[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query: { limit: number; cursor?: string } = cursor === null ? { limit: PAGE } : { limit: PAGE, cursor };
    const { items, next_cursor } = await resultOf(instanceApi.GET('/instance/v1/pages', { params: { query }, signal }));
    found.push(...items);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return found;
}

/** Reads the apps and panels of the installed plugins that may run. */
export function usePluginPages(): UseQueryResult<readonly PluginPages[]> {
  return useQuery({ queryKey: ['installations', 'pages'], queryFn: ({ signal }) => allPages(signal) });
}

/** Reads a page's address, and what keeps the shell from embedding it. */
export function usePageCheck(installationId: string, surface: Surface) {
  const query = surface.surface === 'app' ? {} : { panel: surface.panel };
  const params = { path: { installation_id: installationId }, query };
  return useQuery({
    queryKey: ['installations', installationId, 'page', surface.surface === 'app' ? null : surface.panel],
    queryFn: ({ signal }) =>
      resultOf(instanceApi.GET('/instance/v1/installations/{installation_id}/page', { params, signal })),
  });
}
export type PageCheck = NonNullable<ReturnType<typeof usePageCheck>['data']>;
