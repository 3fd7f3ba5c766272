import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Puzzle } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  Badge,
  buttonLink,
  changedFilters,
  Code,
  EmptyState,
  FilterSelect,
  inLanguage,
  ListPanel,
  ListSearch,
  ListTools,
  NothingFound,
  Page,
  PageHead,
  PagePath,
  RowTitle,
  Tile,
  useTexts,
  type ColumnOf,
} from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { TierBadge } from '../store/parts/tier.js';
import { newerVersionQuery } from '../store/queries.js';
import classes from './installations-page.module.css';
import { InstallationDot } from './installation-dot.js';
import { LISTED_STATUSES, type InstallationsSearch } from './installations-search.js';
import { installationsQuery, type Installation } from './queries.js';

const route = getRouteApi('/installations');
const USUAL_ROWS = 4;

/** The plugins of the organisation and how they are. */
export function InstallationsPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: InstallationsSearch): void => void navigate({ search: next, replace: true });
  const isNarrowed = search.q !== undefined || search.status !== undefined;
  return (
    <Page>
      <PagePath steps={[t('installation.title')]} />
      <PageHead
        title={t('installation.title')}
        actions={
          <Link to="/store" className={buttonLink()}>
            {t('installation.to_store')}
          </Link>
        }
      />
      <Tools search={search} go={go} />
      <ListPanel<Installation>
        title={t('installation.list')}
        isHeadless
        query={useInfiniteQuery(installationsQuery(search))}
        columns={useColumns()}
        keyOf={({ installation_id: id }) => id}
        linkOf={({ installation_id: id }) => `/installations/${id}`}
        usualRows={USUAL_ROWS}
        empty={isNarrowed ? <NothingFound onClear={() => go({})} /> : <NoInstallations />}
      />
    </Page>
  );
}

interface ToolsProps {
  readonly search: InstallationsSearch;
  readonly go: (search: InstallationsSearch) => void;
}

function Tools({ search, go }: ToolsProps): ReactNode {
  const { t } = useTexts();
  return (
    <ListTools>
      <ListSearch
        label={t('store.search')}
        value={search.q ?? ''}
        onSearch={(q) => go(changedFilters(search, { q }))}
      />
      <FilterSelect
        label={t('installation.status')}
        all={t('installation.status.any')}
        value={search.status}
        onChange={(status) => go(changedFilters(search, { status }))}
        options={LISTED_STATUSES.map((value) => ({ value, label: t(`installation.status.${value}`) }))}
      />
      <FilterSelect
        label={t('lists.sort')}
        all={t('lists.sort.oldest')}
        value={search.sort}
        onChange={(sort) => go(changedFilters(search, { sort }))}
        options={[{ value: 'newest', label: t('lists.sort.newest') }]}
      />
    </ListTools>
  );
}

function NoInstallations(): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<Puzzle />}
      title={t('installation.empty')}
      action={
        <Link to="/store" className={buttonLink({ look: 'primary' })}>
          {t('installation.to_store')}
        </Link>
      }
    >
      {t('installation.empty.what')}
    </EmptyState>
  );
}

function useColumns(): readonly ColumnOf<Installation>[] {
  const { t, language } = useTexts();
  return [
    {
      key: 'plugin',
      title: t('wallets.plugin'),
      isRowHeader: true,
      cell: ({ plugin_id: id, names, version, publisher }) => {
        const name = inLanguage(names, language) ?? id;
        return (
          <span className={classes.plugin}>
            <Tile id={id} name={name} />
            <RowTitle title={<bdi>{name}</bdi>}>
              <small>
                <Code soft>{version}</Code> <bdi>{publisher}</bdi>
              </small>
            </RowTitle>
          </span>
        );
      },
    },
    {
      key: 'tier',
      title: t('store.tier'),
      wideOnly: true,
      cell: ({ tier }) => tier !== null && <TierBadge tier={tier} />,
    },
    {
      key: 'state',
      title: t('installation.status'),
      cell: (one) => (
        <span className={classes.state}>
          <InstallationDot installation={one} />
          <VersionBadge installation={one} />
        </span>
      ),
    },
  ];
}

/** A version that waits for the admin, that has come while updates are not automatic, or that one has declined. */
function VersionBadge({ installation }: { installation: Installation }): ReactNode {
  const { t } = useTexts();
  const { version_pending: pending, versions_declined: declined } = installation;
  const last = declined.at(-1);
  const { isAdmin } = useMe();
  const newer = newerVersionQuery(installation);
  const { data: update } = useQuery({ ...newer, enabled: isAdmin && newer.enabled });
  if (pending !== null) return <Badge tone="warn">{t('installation.update', { version: pending })}</Badge>;
  if (update) return <Badge tone="info">{t('installation.newer', { version: update.version })}</Badge>;
  return last !== undefined && <Badge>{t('store.declined.short', { version: last.version })}</Badge>;
}
