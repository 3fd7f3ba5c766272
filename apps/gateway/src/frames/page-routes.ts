/** The pages of the installed plugins, for the shell that embeds them. */
import {
  containers,
  delivery,
  installation,
  type PageProblem,
  type PageSurface,
  type PluginPage,
} from '@kushk/contracts';
import { pageOf, problemAt, problemTexts, Refused } from '@kushk/edge';
import { isSameSite } from '@kushk/manifest';
import type { PersonCaller } from '../authentication/caller.js';
import { routesFor, type Route, type SendRequest } from '../http/route.js';

const { proxyRoute, compositeRoute } = routesFor<PersonCaller>('person', '/instance/v1');
const PANEL_KEY_MAX = 64;

export function pageRoutes({ serviceOrigin }: { readonly serviceOrigin: string }): readonly Route[] {
  return [
    proxyRoute('GET', '/pages', {
      summary: 'List the apps and panels of the installed plugins',
      query: pageOf,
      calls: installation.listPages,
      request: ({ caller, query }) => ({ organisation_id: caller.organisation.id, ...query }),
    }),
    compositeRoute('GET', '/installations/:installation_id/page', {
      operationId: 'checkPage',
      summary: "Get the address of a plugin's page, and what keeps the shell from embedding it",
      query: (query) => ({
        panel: query.text('panel', PANEL_KEY_MAX),
        surface: query.oneOf('surface', ['app', 'panel']),
      }),
      calls: [installation.getPage, delivery.checkPage, containers.findAddress],
      handle: async ({ caller, params, query }, send) => {
        const page = surfaceOf(query);
        const request = {
          organisation_id: caller.organisation.id,
          installation_id: params['installation_id']!,
          page,
        };
        const { reply } = await send(installation.getPage, request);
        const { installation_id, plugin_id, version, names, url, origin } = reply;
        const problem = await problemOf(reply, serviceOrigin, send);
        return { status: 200, body: { installation_id, plugin_id, version, names, url, origin, problem } };
      },
    }),
  ];
}

type EmbeddingProblem = PageProblem | { readonly code: 'same_site' };

/** A page on the service's own site is never requested: no answer could make it safe to embed. */
async function problemOf(page: PluginPage, serviceOrigin: string, send: SendRequest): Promise<EmbeddingProblem | null> {
  if (isSameSite(new URL(page.origin).hostname, new URL(serviceOrigin).hostname)) return { code: 'same_site' };
  const { organisation_id, installation_id, url } = page;
  // The gateway itself sends the policy of a container's page, and the container is not reached by its public address.
  if (page.kind === 'instance') {
    const { address } = (await send(containers.findAddress, { installation_id })).reply;
    return address === null ? { code: 'unreachable', error: 'the container does not accept connections' } : null;
  }
  const request = { organisation_id, installation_id, url, embedder_origin: serviceOrigin };
  return (await send(delivery.checkPage, request)).reply.problem;
}

function surfaceOf({ panel, surface }: { panel: string | null; surface: 'app' | 'panel' | null }): PageSurface {
  if (surface === 'panel' && panel === null)
    throw Refused.with('request.invalid', { problems: [problemAt('?panel', problemTexts.required)] });
  return panel === null ? { surface: 'app' } : { surface: 'panel', panel };
}
