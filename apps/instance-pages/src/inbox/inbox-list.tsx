import { Link } from '@tanstack/react-router';
import { Keyboard } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  Button,
  Checkbox,
  digits,
  FilterBar,
  FilterCount,
  filterLink,
  KeyHint,
  ProblemNotice,
  SkeletonLine,
  TitleText,
  useTexts,
} from '@kushk/ui';
import { usePluginName } from '../organisation/plugins.js';
import classes from './inbox-list.module.css';
import { pendingProposals, type InboxItem, type ItemGroup } from './items.js';
import { InboxTools } from './inbox-tools.js';
import { inboxFilterOf, isDecidable, SHOWS, showOf } from './inbox-filter.js';
import { countedBy } from './queries.js';
import { useCounts } from './use-counts.js';
import { InboxRow, type InboxRowProps } from './inbox-row.js';
import type { Inbox } from './use-inbox.js';

/** The list of the inbox with its filters. `children` replace an empty list. */
export function InboxList({ inbox, children }: { inbox: Inbox; children: ReactNode }): ReactNode {
  const { t } = useTexts();
  const { items, isLoading, error, retry, more, filter } = inbox;
  const canDecide = isDecidable(filter);
  return (
    <section className={classes.list} aria-labelledby="inbox-title">
      <header className={classes.head}>
        <h2 id="inbox-title" className="hidden-visually">
          {t('inbox.title')}
        </h2>
        <Filters inbox={inbox} />
        <InboxTools filter={filter} />
        {canDecide && items.length > 0 && <SelectAll inbox={inbox} />}
      </header>
      {children}
      {error !== null && items.length > 0 && <ProblemNotice error={error} onRetry={retry} />}
      {isLoading && items.length === 0 ? <ListSkeleton /> : <Rows inbox={inbox} />}
      {more !== null && (
        <div className={classes.more}>
          <Button look="quiet" onPress={more}>
            {t('more')}
          </Button>
        </div>
      )}
      {items.length > 0 && canDecide && <Keys />}
    </section>
  );
}

/** Selects what matches the search and the filters, also what is not loaded yet. */
function SelectAll({ inbox: { selection, chosen, items, more } }: { inbox: Inbox }): ReactNode {
  const { t } = useTexts();
  const isAll = chosen.length > 0 && more === null && chosen.length >= pendingProposals(items).length;
  return (
    <div className={classes.all}>
      <Checkbox
        label={t('inbox.select_all')}
        isSelected={isAll}
        isMixed={!isAll && chosen.length > 0}
        onChange={isAll ? selection.clear : selection.selectAll}
      />
      <KeyHint>Shift X</KeyHint>
    </div>
  );
}

/** What a row needs; it is drawn again only when one of these changes. */
function rowOf(item: InboxItem, { openId, chosen, many, filter, selection }: Inbox): InboxRowProps {
  const isOpen = item.id === openId && chosen.length < 2 && !many.isOpen;
  const isSelected = selection.ids.has(item.id);
  const content = item.kind === 'proposal' ? item.proposal : item.source;
  return { id: item.id, content, isOpen, isSelected, filter, toggle: selection.toggle, onOpen: many.close };
}

function Rows({ inbox }: { inbox: Inbox }): ReactNode {
  const { groups, items } = inbox;
  if (groups === null)
    return (
      <ul>
        {items.map((item) => (
          <InboxRow key={item.id} {...rowOf(item, inbox)} />
        ))}
      </ul>
    );
  return groups.map((group) => (
    <section key={group.key} aria-labelledby={`group-${group.key}`}>
      <GroupHead group={group} inbox={inbox} />
      <ul>
        {group.items.map((item) => (
          <InboxRow key={item.id} {...rowOf(item, inbox)} />
        ))}
      </ul>
    </section>
  ));
}

function GroupHead({ group: { key, items }, inbox }: { group: ItemGroup; inbox: Inbox }): ReactNode {
  const { t, language } = useTexts();
  const pluginName = usePluginName();
  const { selection, filter } = inbox;
  const pending = pendingProposals(items);
  const selected = pending.filter(({ id }) => selection.ids.has(id)).length;
  const [first] = items;
  const recordTitle = first?.kind === 'proposal' ? first.proposal.record_title : null;
  const title =
    key === '' ? t('inbox.group.others') : filter.group === 'plugin' ? pluginName(key) : (recordTitle ?? key);
  return (
    <div className={classes.group}>
      {pending.length > 0 ? (
        <Checkbox
          isBare
          label={t('inbox.select', { name: title })}
          isSelected={selected === pending.length}
          isMixed={selected > 0 && selected < pending.length}
          onChange={() => selection.toggleGroup(items)}
        />
      ) : (
        <span />
      )}
      <h3 id={`group-${key}`}>
        <TitleText>{title}</TitleText>
      </h3>
      <span>{digits(items.length, language)}</span>
    </div>
  );
}

function Filters({ inbox: { filter } }: { inbox: Inbox }): ReactNode {
  const { t, language } = useTexts();
  const counts = useCounts(countedBy(filter));
  return (
    <FilterBar label={t('inbox.filters')}>
      {SHOWS.map((show) => (
        <Link
          key={show}
          to="/inbox/{-$id}"
          params={{ id: undefined }}
          search={inboxFilterOf({ ...filter, show })}
          className={filterLink}
          activeOptions={{ exact: true }}
          {...(show === showOf(filter) && { 'aria-current': 'page' as const })}
        >
          {t(`inbox.show.${show}`)}
          {counts[show] !== undefined && <FilterCount>{digits(counts[show], language)}</FilterCount>}
        </Link>
      ))}
    </FilterBar>
  );
}

function Keys(): ReactNode {
  const { t } = useTexts();
  return (
    <p className={classes.keys}>
      <Keyboard aria-hidden="true" />
      {(['j', 'k', 'x', 'a', 'r', 'z'] as const).map((key) => (
        <span key={key}>
          <KeyHint>{key.toUpperCase()}</KeyHint> {t(`inbox.key.${key}`)}
        </span>
      ))}
      <span>
        <KeyHint>?</KeyHint> {t('inbox.key.all')}
      </span>
    </p>
  );
}

const ROWS = ['one', 'two', 'three', 'four', 'five'];

function ListSkeleton(): ReactNode {
  return (
    <ul aria-hidden="true" aria-busy="true">
      {ROWS.map((row) => (
        <li key={row} className={classes.item}>
          <span />
          <span className={classes.link}>
            <SkeletonLine width="long" />
            <SkeletonLine width="middle" />
            <span className={classes.meta}>
              <SkeletonLine width="short" />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
