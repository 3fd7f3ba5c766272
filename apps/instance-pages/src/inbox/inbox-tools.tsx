import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button, Checkbox, FilterSelect, ListSearch, SavedViews, useTexts } from '@kushk/ui';
import { ChevronDown } from '@kushk/ui/icons';
import { distinctNames, usePlugins } from '../organisation/plugins.js';
import { useFieldTexts } from '../records/field-texts.js';
import { GROUPINGS, inboxFilterOf, isDecidable, PROPOSED_TYPES, type InboxFilter } from './inbox-filter.js';
import classes from './inbox-tools.module.css';

/** The keys of the inbox work from its rows, not from a field. */
function focusList(): void {
  (document.activeElement as HTMLElement).blur();
  document.querySelector<HTMLElement>('[id^="item-"] a')?.focus();
}

/** The search of the inbox and its filters, which are in the address. They open on request: the list needs the room. */
export function InboxTools({ filter }: { filter: InboxFilter }): ReactNode {
  const { t } = useTexts();
  const { plugin, type, stale, sort, group } = filter;
  const count = [plugin, type, stale, sort, group].filter((value) => value !== undefined).length;
  const [isOpen, setOpen] = useState(count > 0);
  const navigate = useNavigate();
  const set = (change: Partial<Record<keyof InboxFilter, unknown>>): void => {
    const search = inboxFilterOf({ ...filter, ...change });
    void navigate({ to: '/inbox/{-$id}', params: { id: undefined }, search, replace: true });
  };
  return (
    <div className={classes.tools}>
      <ListSearch label={t('inbox.search')} value={filter.q ?? ''} onSearch={(q) => set({ q })} onEnter={focusList} />
      <div className={classes.line}>
        <Button look="quiet" aria-expanded={isOpen} aria-controls="inbox-filters" onPress={() => setOpen(!isOpen)}>
          {t('filters', { count })}
          <ChevronDown aria-hidden="true" />
        </Button>
        <SavedViews path="/inbox" />
      </div>
      <div id="inbox-filters" className={classes.filters} hidden={!isOpen}>
        <Filters filter={filter} set={set} />
      </div>
    </div>
  );
}

interface FiltersProps {
  readonly filter: InboxFilter;
  readonly set: (change: Partial<Record<keyof InboxFilter, unknown>>) => void;
}

function Filters({ filter, set }: FiltersProps): ReactNode {
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
