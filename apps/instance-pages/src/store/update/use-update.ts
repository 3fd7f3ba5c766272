import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { instanceApi, resultOf } from '@kushk/api-client';
import { showToast, useTexts, type JsonObject } from '@kushk/ui';
import { consentOf, type PluginManifest } from '../manifest.js';
import { updateQuery, type Update } from '../queries.js';

interface Consent {
  readonly plan: string | null;
  readonly settings: JsonObject | null;
  readonly manifest: PluginManifest;
}

export const answeringKey = (id: string) => ['update', id] as const;

/** Consent to a version, decline it, or move to it. All return to the installation, unless the move needs consent. */
export function useUpdate({ id, update, name }: { id: string; update: Update; name: string }) {
  const { t } = useTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { installation_id: id } };
  const { version } = update;
  const finish = async (message: string): Promise<void> => {
    showToast({ tone: 'good', message });
    await navigate({ to: '/installations/$id', params: { id }, ignoreBlocker: true });
    // What was offered is answered: nothing shows it until it is read again.
    queries.setQueryData(updateQuery(id).queryKey, null);
    await Promise.all(
      ([['installations'], ['store'], ['wallet', id]] as const).map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  };
  // Another admin may have answered meanwhile, or a newer version waits now.
  const onError = (): void => void queries.invalidateQueries({ queryKey: ['installations', id] });
  const mutationKey = answeringKey(id);
  const consent = useMutation({
    mutationKey,
    mutationFn: ({ plan, settings, manifest }: Consent) =>
      resultOf(
        instanceApi.POST('/instance/v1/installations/{installation_id}/update/consent', {
          params,
          body: {
            version,
            ...consentOf(manifest),
            ...(plan !== null && { plan }),
            ...(settings !== null && { settings: settings as Record<string, never> }),
          },
        }),
      ),
    onSuccess: () => finish(t('store.update.done', { name, version })),
    onError,
  });
  const decline = useMutation({
    mutationKey,
    mutationFn: () =>
      resultOf(
        instanceApi.POST('/instance/v1/installations/{installation_id}/update/decline', { params, body: { version } }),
      ),
    onSuccess: () => finish(t('store.update.declined', { version })),
    onError,
  });
  const move = useMutation({
    mutationFn: () =>
      resultOf(
        instanceApi.POST('/instance/v1/installations/{installation_id}/update/move', { params, body: { version } }),
      ),
    onSuccess: ({ status }) =>
      status === 'consent_pending'
        ? queries.invalidateQueries({ queryKey: ['installations'] })
        : finish(t('store.update.done', { name, version })),
    onError,
  });
  return { consent, decline, move };
}
