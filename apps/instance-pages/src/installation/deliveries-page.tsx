import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Send } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import {
  changedFilters,
  EmptyState,
  FilterSelect,
  KeyedRows,
  ListSearch,
  ListTools,
  NothingFound,
  PagedList,
  Panel,
  useTexts,
} from '@kushk/ui';
import classes from './deliveries-page.module.css';
import { DeliveryRow } from './delivery-row.js';
import { HealthPanel } from './health-panel.js';
import { InstallationFrame } from './installation-frame.js';
import { deliveryFilters, type DeliveriesSearch } from './installations-search.js';
import { deliveriesQuery } from './queries.js';
import { RedeliverRange } from './redeliver-range.js';

const route = getRouteApi('/installations/$id/deliveries');

/** The calls to the plugin with their attempts. */
export function DeliveriesPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  return (
    <InstallationFrame
      id={id}
      title={t('installation.deliveries')}
      actions={({ delivery }) => delivery === 'push' && <RedeliverRange id={id} />}
    >
      {({ delivery }) => (
        <>
          <HealthPanel id={id} />
          <Deliveries id={id} polls={delivery === 'poll'} />
        </>
      )}
    </InstallationFrame>
  );
}

function Deliveries({ id, polls }: { id: string; polls: boolean }): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { sort: _order, ...filters } = search;
  const go = (next: DeliveriesSearch): void => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <Panel title={t('installation.deliveries')} note={t('installation.deliveries.days')} flush>
      <ListTools isInside>
        <ListSearch
          label={t('installation.deliveries.search')}
          value={search.q ?? ''}
          onSearch={(q) => go(changedFilters(search, { q }))}
        />
        <FilterSelect
          label={t('installation.deliveries.channel')}
          all={t('installation.deliveries.channel.any')}
          value={search.channel}
          onChange={(channel) => go(changedFilters(search, { channel }))}
          options={deliveryFilters.channels.map((value) => ({ value, label: t(`installation.delivery.${value}`) }))}
        />
        <FilterSelect
          label={t('installation.status')}
          all={t('installation.status.any')}
          value={search.status}
          onChange={(status) => go(changedFilters(search, { status }))}
          options={deliveryFilters.statuses.map((value) => ({ value, label: t(`installation.delivery.${value}`) }))}
        />
        <FilterSelect
          label={t('lists.sort')}
          all={t('lists.sort.newest')}
          value={search.sort}
          onChange={(sort) => go(changedFilters(search, { sort }))}
          options={[{ value: 'oldest', label: t('lists.sort.oldest') }]}
        />
      </ListTools>
      <PagedList
        query={useInfiniteQuery(deliveriesQuery(id, search))}
        empty={Object.keys(filters).length === 0 ? <NoDeliveries /> : <NothingFound onClear={() => go({})} />}
      >
        {(deliveries) => (
          <KeyedRows opener="button">
            <ul className={classes.deliveries}>
              {deliveries.map((one) => (
                <DeliveryRow key={one.id} installationId={id} delivery={one} polls={polls} />
              ))}
            </ul>
          </KeyedRows>
        )}
      </PagedList>
    </Panel>
  );
}

function NoDeliveries(): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState icon={<Send className="mirrors" />} title={t('installation.deliveries.empty')}>
      {t('installation.deliveries.empty.what')}
    </EmptyState>
  );
}
