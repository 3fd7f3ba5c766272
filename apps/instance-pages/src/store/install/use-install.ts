/** Installing: the consent with plan and settings, then the first MU as soon as the wallet is open. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { instanceApi, ProblemError, resultOf } from '@kushk/api-client';
import type { JsonObject } from '@kushk/ui';
import { consentOf, type PluginManifest } from '../manifest.js';
import { pluginQuery } from '../queries.js';

export interface Choices {
  readonly plan: string | null;
  readonly settings: JsonObject;
  readonly mu: { readonly kind: 'purchase' | 'gift'; readonly amount: string } | null;
}

/** The wallet opens a moment after the consent; after these pauses the admin adds the MU in the wallet. */
const WALLET_PAUSES_MS = [250, 500, 1000, 2000, 4000];
const NOT_FOUND = 404;

export const installingKey = (pluginId: string) => ['install', pluginId] as const;

export function useInstall(manifest: PluginManifest) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: installingKey(manifest.id),
    mutationFn: async ({ plan, settings, mu }: Choices) => {
      const { installation_id: id } = await resultOf(
        instanceApi.POST('/instance/v1/installations', {
          body: {
            plugin_id: manifest.id,
            version: manifest.version,
            ...(plan !== null && { plan }),
            settings: settings as Record<string, never>,
            consent: consentOf(manifest),
          },
        }),
      );
      return { id, hasMu: mu === null || (await addFirstMu(id, mu)) };
    },
    onSuccess: ({ id, hasMu }) => {
      void queries.invalidateQueries({ queryKey: ['store'] });
      void queries.invalidateQueries({ queryKey: ['installations'] });
      return navigate({
        ignoreBlocker: true,
        to: '/installations/$id/progress',
        params: { id },
        search: hasMu ? {} : { mu: 'missing' },
      });
    },
    // The store may have changed: another version, or another admin who was quicker.
    onError: () => void queries.invalidateQueries({ queryKey: pluginQuery(manifest.id).queryKey }),
  });
}

/** False when the MU could not be added: the installation goes on without them. */
async function addFirstMu(id: string, { kind, amount }: NonNullable<Choices['mu']>): Promise<boolean> {
  const params = { path: { installation_id: id } };
  for (const pauseMs of [...WALLET_PAUSES_MS, null]) {
    try {
      await (kind === 'gift'
        ? resultOf(
            instanceApi.POST('/instance/v1/installations/{installation_id}/wallet/gifts', {
              params,
              body: { mu: amount },
            }),
          )
        : resultOf(
            instanceApi.POST('/instance/v1/installations/{installation_id}/wallet/purchases', {
              params,
              body: { mu: amount },
            }),
          ));
      return true;
    } catch (error) {
      const isNotOpen = error instanceof ProblemError && error.document.status === NOT_FOUND;
      if (!isNotOpen || pauseMs === null) return false;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return false;
}
