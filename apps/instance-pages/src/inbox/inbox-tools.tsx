import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Checkbox, ListSearch, Select, useTexts } from '@kushk/ui';
import { nameIn, usePlugins } from '../organisation/plugins.js';
import { useFieldTexts } from '../records/field-texts.js';
import { GROUPINGS, inboxFilterOf, PROPOSED_TYPES, type InboxFilter } from './inbox-filter.js';
import classes from './inbox-tools.module.css';

/** The value of a filter that leaves everything. */
const ALL = '';

/** The search of the inbox and its filters, which are in the address. */
export function InboxTools({ filter }: { filter: InboxFilter }): ReactNode {
  const { t, language } = useTexts();
  const { type: typeName } = useFieldTexts();
  const navigate = useNavigate();
  const plugins = usePlugins();
  const set = (change: Partial<Record<keyof InboxFilter, unknown>>): void => {
    const search = inboxFilterOf({ ...filter, ...change });
    void navigate({ to: '/inbox/{-$id}', params: { id: undefined }, search, replace: true });
  };
  return (
    <div className={classes.tools}>
      <ListSearch label={t('inbox.search')} value={filter.q ?? ''} onSearch={(q) => set({ q })} />
      <Select
        label={t('inbox.filter.plugin')}
        isLabelHidden
        value={filter.plugin ?? ALL}
        onChange={(plugin) => set({ plugin })}
        options={[
          { value: ALL, label: t('inbox.filter.plugin.all') },
          ...[...new Map(plugins.map((one) => [one.plugin_id, nameIn(one.names, language) ?? one.plugin_id]))].map(
            ([value, label]) => ({ value, label }),
          ),
        ]}
      />
      <Select
        label={t('inbox.filter.type')}
        isLabelHidden
        value={filter.type ?? ALL}
        onChange={(type) => set({ type })}
        options={[
          { value: ALL, label: t('inbox.filter.type.all') },
          ...PROPOSED_TYPES.map((value) => ({ value, label: typeName(value) })),
        ]}
      />
      <Select
        label={t('inbox.sort')}
        isLabelHidden
        value={filter.sort ?? 'newest'}
        onChange={(sort) => set({ sort })}
        options={(['newest', 'oldest'] as const).map((value) => ({ value, label: t(`inbox.sort.${value}`) }))}
      />
      <Select
        label={t('inbox.group')}
        isLabelHidden
        value={filter.group ?? ALL}
        onChange={(group) => set({ group })}
        options={[
          { value: ALL, label: t('inbox.group.none') },
          ...GROUPINGS.map((value) => ({ value, label: t(`inbox.group.${value}`) })),
        ]}
      />
      <Checkbox
        label={t('inbox.filter.stale')}
        isSelected={filter.stale === true}
        onChange={(stale) => set({ stale: stale ? true : undefined })}
      />
    </div>
  );
}
