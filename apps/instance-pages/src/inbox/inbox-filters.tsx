import type { ReactNode } from 'react';
import { Checkbox, FilterSelect, useTexts } from '@kushk/ui';
import { distinctNames } from '../organisation/plugin-names.js';
import { usePlugins } from '../organisation/plugins.js';
import { useFieldTexts } from '../records/field-texts.js';
import { GROUPINGS, isDecidable, PROPOSED_TYPES, type InboxFilter } from './inbox-filter.js';

interface InboxFiltersProps {
  readonly filter: InboxFilter;
  /** Until then its code is not loaded. */
  readonly isOpen: boolean;
  readonly set: (change: Partial<Record<keyof InboxFilter, unknown>>) => void;
}

/** The filters of the inbox, which are in the address. */
export function InboxFilters({ filter, set }: InboxFiltersProps): ReactNode {
  const { t, language } = useTexts();
  const { type: typeName } = useFieldTexts();
  const plugins = usePlugins();
  return (
    <>
      <FilterSelect
        label={t('inbox.filter.plugin')}
        all={t('inbox.filter.plugin.all')}
        value={filter.plugin}
        onChange={(plugin) => set({ plugin })}
        options={[...distinctNames(plugins, language)].map(([value, label]) => ({ value, label }))}
      />
      <FilterSelect
        label={t('inbox.filter.type')}
        all={t('inbox.filter.type.all')}
        value={filter.type}
        onChange={(type) => set({ type })}
        options={PROPOSED_TYPES.map((value) => ({ value, label: typeName(value) }))}
      />
      <FilterSelect
        label={t('lists.sort')}
        all={t('lists.sort.newest')}
        value={filter.sort}
        onChange={(sort) => set({ sort })}
        options={[{ value: 'oldest', label: t('lists.sort.oldest') }]}
      />
      <FilterSelect
        label={t('inbox.group')}
        all={t('inbox.group.none')}
        value={filter.group}
        onChange={(group) => set({ group })}
        options={GROUPINGS.map((value) => ({ value, label: t(`inbox.group.${value}`) }))}
      />
      {isDecidable(filter) && (
        <Checkbox
          label={t('inbox.filter.stale')}
          isSelected={filter.stale === true}
          onChange={(stale) => set({ stale: stale ? true : undefined })}
        />
      )}
    </>
  );
}
