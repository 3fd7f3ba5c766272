import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  Badge,
  Button,
  EmptyState,
  LinkRouter,
  ListPanel,
  ListSearch,
  muText,
  pagedQuery,
  StateDot,
  useTexts,
  type ColumnOf,
  type ListPage,
} from '@kushk/ui';
import { FolderOpen } from '@kushk/ui/icons';
import { busyProblem } from './busy-problem.js';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly mu: string;
}

const ITEMS = 60;
const PAGE = 25;
const titles = ['تمدید قرارداد پشتیبانی', 'Licence renewal 2027', 'پیگیری صورت‌حساب ۱۴۰۵/۰۹', 'حمل بار از بندرعباس'];
const items: readonly Item[] = Array.from({ length: ITEMS }, (_item, at) => ({
  id: `cas_${at + 1}`,
  title: `${titles[at % titles.length]} (${at + 1})`,
  mu: `${at}.25`,
}));

type Read = (cursor: string | undefined) => Promise<ListPage<Item>>;

const empty: Read = () => Promise.resolve({ items: [], next_cursor: null });
const never: Read = () => new Promise(() => undefined);
const failed: Read = () => Promise.reject(busyProblem());
const emptyPage: Read = () => Promise.resolve({ items: [], next_cursor: 'next' });

/** Pages of the items with the text in their title. */
const found =
  (text: string): Read =>
  (cursor) => {
    const start = Number(cursor ?? 0);
    const all = items.filter(({ title }) => title.includes(text));
    const next_cursor = start + PAGE < all.length ? String(start + PAGE) : null;
    return Promise.resolve({ items: all.slice(start, start + PAGE), next_cursor });
  };
const firstPageAlone: Read = (cursor) => (cursor === undefined ? found('')(cursor) : failed(cursor));

interface ExampleProps {
  readonly name: string;
  readonly read: Read;
  readonly filter?: string;
  readonly filters?: ReactNode;
}

const noRouter = { block: () => () => undefined };

function ExampleList({ name, read, filter = '', filters }: ExampleProps): ReactNode {
  const { t } = useTexts();
  const query = useInfiniteQuery(pagedQuery(['cases', name, { filter }], ({ cursor }) => read(cursor)));
  return (
    <LinkRouter navigate={(href) => history.pushState(null, '', href)} history={noRouter}>
      <ListPanel<Item>
        title={t('records.cases')}
        note={name}
        actions={<Button look="quiet">{t('records.new.case')}</Button>}
        filters={filters}
        query={query}
        columns={useColumns()}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `#${id}`}
        empty={
          <EmptyState icon={<FolderOpen />} title={t(filter === '' ? 'records.cases.empty' : 'records.nothing_found')}>
            {t(filter === '' ? 'records.cases.empty.why' : 'records.nothing_found.why')}
          </EmptyState>
        }
      />
    </LinkRouter>
  );
}

function useColumns(): readonly ColumnOf<Item>[] {
  const { t, language } = useTexts();
  return [
    { key: 'title', title: t('records.field.title'), isRowHeader: true, cell: ({ title }) => <bdi>{title}</bdi> },
    {
      key: 'status',
      title: t('records.field.status'),
      wideOnly: true,
      cell: () => <StateDot tone="accent">{t('records.status.open')}</StateDot>,
    },
    { key: 'amount', title: t('records.field.amount'), wideOnly: true, cell: ({ mu }) => muText(mu, language) },
    {
      key: 'end',
      title: t('organisation.actions'),
      atEnd: true,
      cell: () => <Badge tone="warn">{t('proposal.stale')}</Badge>,
    },
  ];
}

function SearchedList({ name, initial }: { name: string; initial: string }): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState(initial);
  const search = <ListSearch label={t('records.cases.search')} value={text} onSearch={setText} />;
  return <ExampleList name={name} read={found(text)} filter={text} filters={search} />;
}

export const FullList = (): ReactNode => <SearchedList name="list" initial="" />;
export const ListWithoutMatch = (): ReactNode => <SearchedList name="list-no-match" initial="xyz" />;
export const EmptyList = (): ReactNode => <ExampleList name="list-empty" read={empty} />;
export const WaitingList = (): ReactNode => <ExampleList name="list-waiting" read={never} />;
export const FailedList = (): ReactNode => <ExampleList name="list-failed" read={failed} />;
export const NothingSoFar = (): ReactNode => <ExampleList name="list-nothing-so-far" read={emptyPage} />;
export const FailedMore = (): ReactNode => <ExampleList name="list-more-failed" read={firstPageAlone} />;
