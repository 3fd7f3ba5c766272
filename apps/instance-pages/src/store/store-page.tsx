import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CircleSlash, Store } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  Badge,
  changedFilters,
  EmptyState,
  FilterBar,
  filterLink,
  FilterSelect,
  inLanguage,
  KeyedRows,
  ListSearch,
  ListTools,
  muNumber,
  NothingFound,
  Page,
  PagedList,
  PageHead,
  PagePath,
  SkeletonLine,
  Tile,
  useTexts,
} from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { AccessCodeDialog } from './access-code-dialog.js';
import { capabilityIcons } from './parts/grants.js';
import { CAPABILITIES, capabilityOf } from './parts/scopes.js';
import { TierBadge } from './parts/tier.js';
import { storeQuery, type StorePlugin } from './queries.js';
import { STORE_SORTS, TIERS, type StoreSearch } from './store-search.js';
import classes from './store-page.module.css';

const route = getRouteApi('/store');

/** What can be installed here. The search is in the address, so that it can be passed on. */
export function StorePage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const { q, installed = false, tier, sort } = search;
  const navigate = route.useNavigate();
  const go = (next: StoreSearch): void => void navigate({ search: next, replace: true });
  return (
    <Page>
      <PagePath steps={[t('store.title')]} />
      <PageHead
        title={t('store.title')}
        note={t('store.summary')}
        {...(useMe().isAdmin && { actions: <AccessCodeDialog /> })}
      />
      <ListTools>
        <ListSearch
          label={t('store.search')}
          value={q ?? ''}
          onSearch={(text) => go(changedFilters(search, { q: text }))}
        />
        <FilterBar label={t('store.filters')}>
          {([false, true] as const).map((only) => (
            <Link
              key={String(only)}
              to="/store"
              search={changedFilters(search, { installed: only || undefined })}
              className={filterLink}
              activeOptions={{ exact: true, includeSearch: true }}
              {...(installed === only && { 'aria-current': true })}
            >
              {t(only ? 'store.installed' : 'store.all')}
            </Link>
          ))}
        </FilterBar>
        <FilterSelect
          label={t('store.tier')}
          all={t('store.tier.any')}
          value={tier}
          onChange={(next) => go(changedFilters(search, { tier: next }))}
          options={TIERS.map((value) => ({ value, label: t(`store.tier.${value}`) }))}
        />
        <FilterSelect
          label={t('lists.sort')}
          all={t('store.sort.plugin_id')}
          value={sort}
          onChange={(next) => go(changedFilters(search, { sort: next }))}
          options={STORE_SORTS.map((value) => ({
            value,
            label: t(value === 'name' ? 'store.sort.name' : 'lists.sort.newest'),
          }))}
        />
      </ListTools>
      <section className={classes.list} aria-label={t('store.title')}>
        <Plugins search={search} onClear={() => go({})} />
      </section>
    </Page>
  );
}

function Plugins({ search, onClear }: { search: StoreSearch; onClear: () => void }): ReactNode {
  const { t } = useTexts();
  const isNarrowed = search.q !== undefined || search.tier !== undefined;
  return (
    <PagedList
      query={useInfiniteQuery(storeQuery(search))}
      failure={t('store.failed')}
      skeleton={<WaitingRows />}
      empty={isNarrowed ? <NothingFound onClear={onClear} /> : <NoPlugins isInstalled={search.installed === true} />}
    >
      {(plugins) => (
        <KeyedRows>
          <ul>
            {plugins.map((plugin) => (
              <li key={plugin.plugin_id}>
                <PluginRow plugin={plugin} />
              </li>
            ))}
          </ul>
        </KeyedRows>
      )}
    </PagedList>
  );
}

function NoPlugins({ isInstalled }: { isInstalled: boolean }): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState icon={<Store />} title={t(isInstalled ? 'store.none_installed' : 'store.empty')}>
      {t(isInstalled ? 'store.none_installed.why' : 'store.empty.why')}
    </EmptyState>
  );
}

function PluginRow({ plugin }: { plugin: StorePlugin }): ReactNode {
  const { t, language } = useTexts();
  const name = inLanguage(plugin.names, language) ?? plugin.plugin_id;
  const capabilities = CAPABILITIES.filter((one) => plugin.scopes.some((scope) => capabilityOf(scope) === one));
  return (
    <Link to="/store/$plugin" params={{ plugin: plugin.plugin_id }} className={classes.row}>
      <Tile id={plugin.plugin_id} name={name} />
      <span className={classes.words}>
        <span className={classes.name}>
          <b dir="auto">{name}</b>
          <small dir="auto">{plugin.publisher}</small>
        </span>
        <span className={classes.summary} dir="auto">
          {inLanguage(plugin.summaries, language)}
        </span>
      </span>
      <span className={classes.does}>
        {capabilities.map((one) => {
          const Icon = capabilityIcons[one];
          return <Icon key={one} role="img" aria-label={t(`store.capability.${one}`)} />;
        })}
      </span>
      <span className={classes.tier}>
        <TierBadge tier={plugin.tier} />
      </span>
      <span className={classes.price}>
        <Price plugin={plugin} />
      </span>
      <span className={classes.state}>
        <State plugin={plugin} />
      </span>
    </Link>
  );
}

function Price({ plugin: { lowest_rate: lowest } }: { plugin: StorePlugin }): ReactNode {
  const { t, language } = useTexts();
  if (lowest === null) return t('store.free');
  const service = inLanguage(lowest.names, language) ?? lowest.service;
  return t('store.from', { rate: muNumber(lowest.rate, language), service });
}

function State({ plugin }: { plugin: StorePlugin }): ReactNode {
  const { t } = useTexts();
  const { installation, unavailable, deprecation } = plugin;
  if (installation === null) {
    if (unavailable !== null) return <Badge icon={<CircleSlash />}>{t('store.unavailable')}</Badge>;
    return deprecation !== null && <Badge icon={<CircleSlash />}>{t('store.deprecated')}</Badge>;
  }
  if (installation.version_pending !== null) return <Badge tone="warn">{t('store.update_waits')}</Badge>;
  switch (installation.status) {
    case 'pending':
      return <Badge tone="info">{t('store.installing')}</Badge>;
    case 'suspended':
      return <Badge tone="bad">{t('store.suspended')}</Badge>;
    case 'paused':
      return <Badge>{t('store.paused')}</Badge>;
    default:
      return (
        <Badge tone="good">
          {installation.version === plugin.version
            ? t('store.installed')
            : t('store.installed_older', { version: installation.version })}
        </Badge>
      );
  }
}

const WAITING_ROWS = 6;

/** The same boxes as the rows, so that the list does not move when it arrives. */
function WaitingRows(): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <p role="status" className="hidden-visually">
        {t('store.loading')}
      </p>
      <ul aria-hidden="true">
        {Array.from({ length: WAITING_ROWS }, (_one, at) => (
          <li key={at}>
            <span className={classes.row}>
              <span className={classes.square} />
              <span className={classes.words}>
                <span className={classes.name}>
                  <b>
                    <SkeletonLine width="middle" />
                  </b>
                </span>
                <span className={classes.summary}>
                  <SkeletonLine width="long" />
                </span>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
