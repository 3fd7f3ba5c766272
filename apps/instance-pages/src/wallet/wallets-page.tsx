import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download, WalletCards } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { currentOrganisation } from '@kushk/api-client';
import {
  buttonLink,
  datedName,
  EmptyState,
  FilterSelect,
  Help,
  itemsOf,
  ListPanel,
  muText,
  Page,
  PageHead,
  PagePath,
  Tile,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { installationsQuery } from '../installation/queries.js';
import { AdminsOnly } from '../organisation/admins-only.js';
import { useMe } from '../organisation/me.js';
import { usePluginName } from '../organisation/plugins.js';
import { muColumn } from './mu-column.js';
import { walletsQuery, type PluginWallet, type WalletsSort } from './queries.js';
import { WALLETS_SORTS } from './wallet-search.js';
import { EnoughUntil, WalletState } from './wallet-state.js';
import classes from './wallets-page.module.css';

const route = getRouteApi('/wallets');

/** The money of all plugins: what each has, uses, may use, and until when it is enough. */
export function WalletsPage(): ReactNode {
  const { t } = useTexts();
  const { isAdmin } = useMe();
  const organisation = currentOrganisation();
  const query = new URLSearchParams({ ...(organisation !== null && { organisation }), format: 'csv' });
  return (
    <Page>
      <PagePath steps={[t('nav.wallets')]} />
      <PageHead
        title={t('nav.wallets')}
        note={
          <>
            <span>{t('wallets.what')}</span>
            <Help term="mu" of="MU" />
          </>
        }
        {...(isAdmin && {
          actions: (
            <a
              className={buttonLink()}
              href={`/instance/v1/wallets?${query.toString()}`}
              download={datedName('wallets', 'csv')}
              aria-label={t('lists.download', { format: 'CSV' })}
            >
              <Download aria-hidden="true" />
              CSV
            </a>
          ),
        })}
      />
      {isAdmin ? <Wallets /> : <AdminsOnly />}
    </Page>
  );
}

function Wallets(): ReactNode {
  const { t, language } = useTexts();
  const search = route.useSearch();
  const list = useInfiniteQuery(walletsQuery(search));
  const columns = useColumns(list.data?.pages);
  const { totals, left_over: leftOver = '0' } = list.data?.pages.at(-1) ?? {};
  return (
    <>
      <ListPanel
        title={t('wallets.list')}
        filters={<Sort sort={search.sort} />}
        query={list}
        columns={columns}
        keyOf={({ installation_id: id }) => id}
        linkOf={({ installation_id: id }) => `/installations/${id}/wallet`}
        empty={
          <EmptyState
            icon={<WalletCards />}
            title={t('wallets.none')}
            action={
              <Link to="/store" className={buttonLink({ look: 'primary' })}>
                {t('installation.to_store')}
              </Link>
            }
          >
            {t('wallets.none.what')}
          </EmptyState>
        }
      />
      {totals !== undefined && totals.forecast_month !== '0' && (
        <p className={classes.note}>{t('wallets.forecast.all', { mu: muText(totals.forecast_month, language) })}</p>
      )}
      {leftOver !== '0' && <p className={classes.note}>{t('wallets.left_over', { mu: muText(leftOver, language) })}</p>}
    </>
  );
}

function Sort({ sort }: { readonly sort: WalletsSort | undefined }): ReactNode {
  const { t } = useTexts();
  const navigate = route.useNavigate();
  return (
    <div className={classes.sort}>
      <FilterSelect
        label={t('lists.sort')}
        all={t('wallets.sort.plugin_id')}
        value={sort}
        onChange={(next) => void navigate({ search: next === undefined ? {} : { sort: next }, replace: true })}
        options={WALLETS_SORTS.map((value) => ({ value, label: t(`wallets.sort.${value}`) }))}
      />
    </div>
  );
}

type Pages = readonly { readonly month: string; readonly totals: Totals; readonly items: readonly PluginWallet[] }[];
type Totals = Readonly<Record<AmountColumn, string>>;
type AmountColumn = 'available' | 'held' | 'consumed_this_month' | 'consumed_last_month' | 'forecast_month';

/** The sums come with every page of the list, and are those of all wallets. */
function useColumns(pages: Pages = []): readonly ColumnOf<PluginWallet>[] {
  const { t, language } = useTexts();
  const totals = pages.at(-1)?.totals;
  const installations = itemsOf(useInfiniteQuery(installationsQuery())) ?? [];
  const free = new Set(installations.filter(({ plan }) => plan === null).map((one) => one.installation_id));
  const amount = (key: AmountColumn, isWide: boolean): ColumnOf<PluginWallet> => {
    const all = pages.flatMap(({ items }) => items.flatMap((wallet) => wallet[key] ?? []));
    const number = muColumn([...all, ...(totals ? [totals[key]] : [])], language);
    return {
      key,
      title: t(`wallets.${key}`),
      atEnd: true,
      wideOnly: isWide,
      cell: ({ [key]: mu }) => mu !== null && number(mu),
      ...(totals && all.length > 0 && { total: number(totals[key]) }),
    };
  };
  return [
    {
      key: 'plugin',
      title: t('wallets.plugin'),
      isRowHeader: true,
      cell: (wallet) => <Plugin wallet={wallet} isFree={free.has(wallet.installation_id)} />,
      total: t('wallets.total'),
    },
    amount('available', false),
    amount('held', true),
    amount('consumed_this_month', false),
    amount('consumed_last_month', true),
    amount('forecast_month', true),
    {
      key: 'enough',
      title: t('wallets.enough'),
      wideOnly: true,
      atEnd: true,
      cell: (wallet) => !free.has(wallet.installation_id) && <Enough wallet={wallet} />,
    },
    {
      key: 'budget',
      title: t('wallet.budget.title'),
      wideOnly: true,
      atEnd: true,
      cell: ({ budget }) => (budget.monthly === null ? t('wallets.no_budget') : muText(budget.monthly, language)),
    },
  ];
}

function Plugin({ wallet, isFree }: { readonly wallet: PluginWallet; readonly isFree: boolean }): ReactNode {
  const { t, language } = useTexts();
  const { plugin_id, names, forecast_month: forecast } = wallet;
  const name = usePluginName()(plugin_id, names);
  return (
    <span className={classes.plugin}>
      <span className={classes.tile}>
        <Tile id={plugin_id} name={name} />
      </span>
      <span className={classes.words}>
        <b dir="auto">{name}</b>
        <WalletState {...{ wallet, isFree }} />
        {forecast !== null && (
          <small className={classes.narrow}>{t('wallets.forecast', { mu: muText(forecast, language) })}</small>
        )}
        {wallet.enough_until !== null && (
          <small className={classes.narrow}>
            <EnoughUntil wallet={wallet} />
          </small>
        )}
      </span>
    </span>
  );
}

/** There is no forecast for a balance that was not used last month. */
function Enough({ wallet }: { readonly wallet: PluginWallet }): ReactNode {
  const { t } = useTexts();
  if (wallet.enough_until === null) return <span className={classes.soft}>{t('wallets.enough.unknown')}</span>;
  return <EnoughUntil wallet={wallet} />;
}
