import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Checkbox } from '../controls/checkbox.js';
import { Select } from '../controls/select.js';
import { DataTable, type ColumnOf } from '../data/data-table.js';
import { Panel } from '../data/panel.js';
import { Notice } from '../feedback/feedback.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { useTexts } from '../language.js';
import { afterWrite } from '../query-client.js';

const WAYS = ['off', 'at_once', 'daily'] as const;
interface Preference {
  readonly page: boolean;
  readonly email: (typeof WAYS)[number];
}
type ByKind<Kind extends string> = Readonly<Partial<Record<Kind, Preference>>>;

interface PreferencesPanelProps<Kind extends string> {
  /** Undefined until they have been read. */
  readonly preferences:
    { readonly kinds: ByKind<Kind>; readonly email: 'off' | 'mailbox' | 'no_address' | 'ready' } | undefined;
  /** Stores them in place of all others. */
  readonly store: (kinds: ByKind<Kind>) => Promise<unknown>;
  /** The names of the kinds. A kind without one is not shown: it came with an upgrade, after this page was opened. */
  readonly names: Readonly<Record<Kind, string>>;
  /** A link to the mailbox of development. */
  readonly mailbox?: ReactNode;
}

/** Which kinds of notifications the person wants. */
export function PreferencesPanel<Kind extends string>(props: PreferencesPanelProps<Kind>): ReactNode {
  const { preferences, store, names, mailbox } = props;
  const { t } = useTexts();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: store,
    onSettled: (_set, error) => afterWrite(error, queries.invalidateQueries({ queryKey: ['notifications'] })),
  });
  if (preferences === undefined) return null;
  const { email } = preferences;
  // While a choice is being stored, the page shows it already.
  const kinds = change.isPending ? change.variables : preferences.kinds;
  const wanted = (kind: Kind): Preference => kinds[kind] ?? { page: true, email: 'off' };
  const set = (kind: Kind, choice: Partial<Preference>): void =>
    change.mutate({ ...kinds, [kind]: { ...wanted(kind), ...choice } });
  const mailColumn: ColumnOf<Kind> = {
    key: 'email',
    title: t('notifications.preferences.email'),
    cell: (kind) => (
      <Select
        isLabelHidden
        label={`${names[kind]}: ${t('notifications.preferences.email')}`}
        value={wanted(kind).email}
        onChange={(way) => set(kind, { email: way as Preference['email'] })}
        options={WAYS.map((way) => ({ value: way, label: t(`notifications.email.${way}`) }))}
      />
    ),
  };
  return (
    <Panel title={t('notifications.preferences')} flush actions={email === 'mailbox' && mailbox}>
      {change.error !== null && <ProblemNotice error={change.error} title={t('notifications.preferences.not_set')} />}
      {email === 'no_address' && <Notice tone="info" title={t('notifications.email.no_address')} />}
      <DataTable
        label={t('notifications.preferences')}
        items={(Object.keys(kinds) as Kind[]).filter((kind) => Object.hasOwn(names, kind))}
        keyOf={(kind) => kind}
        columns={[
          {
            ...{ key: 'kind', title: t('notifications.preferences.kind'), isRowHeader: true },
            cell: (kind) => names[kind],
          },
          {
            key: 'page',
            title: t('notifications.preferences.page'),
            cell: (kind) => (
              <Checkbox
                isBare
                label={`${names[kind]}: ${t('notifications.preferences.page')}`}
                isSelected={wanted(kind).page}
                onChange={(page) => set(kind, { page })}
              />
            ),
          },
          ...(email === 'off' ? [] : [mailColumn]),
        ]}
      />
    </Panel>
  );
}
