import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button, lazyPart, ListSearch, SavedViews, useTexts } from '@kushk/ui';
import { ChevronDown } from '@kushk/ui/icons';
import { inboxFilterOf, type InboxFilter } from './inbox-filter.js';
import classes from './inbox-tools.module.css';

const InboxFilters = lazyPart(async () => (await import('./inbox-filters.js')).InboxFilters);

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
        <InboxFilters filter={filter} set={set} isOpen={isOpen} />
      </div>
    </div>
  );
}
