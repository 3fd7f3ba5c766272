import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import { afterWrite, Checkbox, DataTable, Panel, ProblemNotice, useTexts } from '@kushk/ui';
import { PLACES } from './notification-row.js';
import { preferencesQuery, type Notification } from './queries.js';

type Kind = Notification['kind'];

/** Which kinds of notifications the person wants. */
export function PreferencesPanel(): ReactNode {
  const { t } = useTexts();
  const { data } = useQuery(preferencesQuery());
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (kinds: NonNullable<typeof data>['kinds']) =>
      resultOf(instanceApi.PUT('/instance/v1/notifications/preferences', { body: { kinds } })),
    onSettled: (_set, error) => afterWrite(error, queries.invalidateQueries({ queryKey: ['notifications'] })),
  });
  if (data === undefined) return null;
  // While a choice is being stored, the page shows it already.
  const kinds = change.isPending ? change.variables : data.kinds;
  const wanted = (kind: Kind): boolean => kinds[kind]?.page ?? true;
  const nameOf = (kind: Kind): string => t(`notifications.kind.${kind}`);
  return (
    <Panel title={t('notifications.preferences')} flush>
      {change.error !== null && <ProblemNotice error={change.error} title={t('notifications.preferences.not_set')} />}
      <DataTable
        label={t('notifications.preferences')}
        items={(Object.keys(kinds) as Kind[]).filter((kind) => Object.hasOwn(PLACES, kind))}
        keyOf={(kind) => kind}
        columns={[
          { key: 'kind', title: t('notifications.preferences.kind'), isRowHeader: true, cell: nameOf },
          {
            key: 'page',
            title: t('notifications.preferences.page'),
            cell: (kind) => (
              <Checkbox
                isBare
                label={`${nameOf(kind)}: ${t('notifications.preferences.page')}`}
                isSelected={wanted(kind)}
                onChange={(page) => change.mutate({ ...kinds, [kind]: { page } })}
              />
            ),
          },
        ]}
      />
    </Panel>
  );
}
