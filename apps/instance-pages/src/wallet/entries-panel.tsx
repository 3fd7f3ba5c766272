import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download, ListFilter } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { currentOrganisation } from '@kushk/api-client';
import {
  buttonLink,
  changedFilters,
  datedName,
  EmptyState,
  FilterSelect,
  ListPanel,
  monthAndYear,
  useTexts,
  type ListResult,
} from '@kushk/ui';
import { useMayCorrect } from './use-may-correct.js';
import { useEntryColumns } from './entry-columns.js';
import { entriesQuery, transactionsQuery, type Wallet } from './queries.js';
import type { ShownEntry } from './shown-entry.js';
import type { OpenDialog } from './wallet-dialog-state.js';
import { entriesFilter, ENTRY_KINDS, LEDGER, type WalletSearch } from './wallet-search.js';
import classes from './wallet.module.css';

const route = getRouteApi('/installations/$id/wallet');
const MONTHS = 24;
const FORMATS = ['csv', 'ndjson'] as const;

interface EntriesPanelProps {
  readonly id: string;
  readonly wallet: Wallet;
  readonly onOpen: OpenDialog;
}

/** Everything that ever changed the balance, the newest first. */
export function EntriesPanel({ id, wallet, onOpen }: EntriesPanelProps): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const mayCorrect = useMayCorrect();
  const columns = useEntryColumns(id, mayCorrect ? onOpen : undefined);
  const isFiltered = search.kind !== undefined || search.month !== undefined;
  return (
    <ListPanel
      title={t('wallet.entries')}
      actions={<Downloads id={id} search={search} />}
      filters={<Filters search={search} newest={wallet.month.month} />}
      query={useShownEntries(id, search)}
      columns={columns}
      keyOf={({ id: entry }) => entry}
      empty={
        <EmptyState icon={<ListFilter />} title={t(isFiltered ? 'wallet.entries.none' : 'wallet.entries.empty')}>
          {t(isFiltered ? 'wallet.entries.none.what' : 'wallet.entries.empty.what')}
        </EmptyState>
      }
    />
  );
}

/** With a kind, every entry of it; otherwise one row for each charge. */
function useShownEntries(id: string, search: WalletSearch): ListResult<ShownEntry> {
  const isOfKind = search.kind !== undefined;
  const { kind: _kind, ...filter } = search;
  const entries = useInfiniteQuery({
    ...entriesQuery(id, entriesFilter(search)),
    enabled: isOfKind,
    select: ({ pages, pageParams }) => ({
      pages: pages.map(({ items }) => ({ items: items.map((entry): ShownEntry => ({ ...entry, hold: null })) })),
      pageParams,
    }),
  });
  const transactions = useInfiniteQuery({
    ...transactionsQuery(id, filter),
    enabled: !isOfKind,
    select: ({ pages, pageParams }) => ({ pages: pages as { items: readonly ShownEntry[] }[], pageParams }),
  });
  return isOfKind ? entries : transactions;
}

/** The last months, newest first: `2026-11`. */
function monthsBefore(newest: string): readonly string[] {
  const [year = 0, month = 1] = newest.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_month, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, newest.length),
  );
}

function Filters({ search, newest }: { search: WalletSearch; newest: string }): ReactNode {
  const { t, language } = useTexts();
  const navigate = route.useNavigate();
  const { kind, month } = search;
  const months = monthsBefore(newest);
  const shown = month === undefined || months.includes(month) ? months : [month, ...months];
  const change = (next: Parameters<typeof changedFilters<WalletSearch>>[1]): void =>
    void navigate({ search: changedFilters(search, next), replace: true, resetScroll: false });
  return (
    <div className={classes.filters}>
      <FilterSelect
        label={t('wallet.entries.kind')}
        all={t('wallet.entries.all_kinds')}
        value={kind}
        onChange={(value) => change({ kind: value })}
        options={[
          { value: LEDGER, label: t('wallet.entries.ledger') },
          ...ENTRY_KINDS.map((value) => ({ value, label: t(`wallet.entry.${value}`) })),
        ]}
      />
      <FilterSelect
        label={t('wallet.entries.month')}
        all={t('wallet.entries.all_months')}
        value={month}
        onChange={(value) => change({ month: value })}
        options={shown.map((value) => ({
          value,
          label: monthAndYear(new Date(`${value}-15T12:00:00Z`), language, 'gregory'),
        }))}
      />
    </div>
  );
}

/** Every entry that the filters leave, for a spreadsheet or a program. */
function Downloads({ id, search }: { id: string; search: WalletSearch }): ReactNode {
  const { t } = useTexts();
  const organisation = currentOrganisation();
  return FORMATS.map((format) => {
    const query = new URLSearchParams({
      ...entriesFilter(search),
      ...(organisation !== null && { organisation }),
      format,
    });
    const path = `/instance/v1/installations/${encodeURIComponent(id)}/wallet/entries`;
    return (
      <a
        key={format}
        className={buttonLink({ look: 'quiet' })}
        href={`${path}?${query.toString()}`}
        download={datedName('wallet-entries', format)}
        aria-label={t('lists.download', { format: format.toUpperCase() })}
      >
        <Download aria-hidden="true" />
        {format.toUpperCase()}
      </a>
    );
  });
}
