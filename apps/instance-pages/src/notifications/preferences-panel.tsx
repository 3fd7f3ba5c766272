import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import {
  afterWrite,
  buttonLink,
  Checkbox,
  DataTable,
  Notice,
  Panel,
  ProblemNotice,
  Select,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { PLACES } from './notification-line.js';
import { preferencesQuery, type Notification } from './queries.js';

type Kind = Notification['kind'];
const WAYS = ['off', 'at_once', 'daily'] as const;

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
  const wanted = (kind: Kind) => kinds[kind] ?? { page: true, email: 'off' as const };
  const set = (kind: Kind, choice: Partial<ReturnType<typeof wanted>>): void =>
    change.mutate({ ...kinds, [kind]: { ...wanted(kind), ...choice } });
  const nameOf = (kind: Kind): string => t(`notifications.kind.${kind}`);
  const mailColumn: ColumnOf<Kind> = {
    key: 'email',
    title: t('notifications.preferences.email'),
    cell: (kind) => (
      <Select
        isLabelHidden
        label={`${nameOf(kind)}: ${t('notifications.preferences.email')}`}
        value={wanted(kind).email}
        onChange={(email) => set(kind, { email: email as (typeof WAYS)[number] })}
        options={WAYS.map((way) => ({ value: way, label: t(`notifications.email.${way}`) }))}
      />
    ),
  };
  return (
    <Panel
      title={t('notifications.preferences')}
      flush
      actions={
        data.email === 'mailbox' && (
          <Link to="/mailbox" className={buttonLink({ look: 'quiet' })}>
            {t('notifications.mailbox.open')}
          </Link>
        )
      }
    >
      {change.error !== null && <ProblemNotice error={change.error} title={t('notifications.preferences.not_set')} />}
      {data.email === 'no_address' && <Notice tone="info" title={t('notifications.email.no_address')} />}
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
                isSelected={wanted(kind).page}
                onChange={(page) => set(kind, { page })}
              />
            ),
          },
          ...(data.email === 'off' ? [] : [mailColumn]),
        ]}
      />
    </Panel>
  );
}
