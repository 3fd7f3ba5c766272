import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Send } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Button, EmptyState, Panel, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import classes from './deliveries-page.module.css';
import { DeliveryRow } from './delivery-row.js';
import { HealthPanel } from './health-panel.js';
import { InstallationFrame } from './installation-frame.js';
import { deliveriesQuery } from './queries.js';
import { RedeliverRange } from './redeliver-range.js';

const route = getRouteApi('/installations/$id/deliveries');
const SKELETON_ROWS = 6;

/** The calls to the plugin with their attempts. */
export function DeliveriesPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  return (
    <InstallationFrame id={id} title={t('installation.deliveries')} actions={() => <RedeliverRange id={id} />}>
      {() => (
        <>
          <HealthPanel id={id} />
          <Deliveries id={id} />
        </>
      )}
    </InstallationFrame>
  );
}

function Deliveries({ id }: { id: string }): ReactNode {
  const { t } = useTexts();
  const list = useInfiniteQuery(deliveriesQuery(id));
  const items = list.data?.pages.flatMap((page) => page.items);
  if (list.error) return <ProblemNotice fills error={list.error} onRetry={() => list.refetch()} />;
  if (items?.length === 0)
    return (
      <EmptyState icon={<Send className="mirrors" />} title={t('installation.deliveries.empty')}>
        {t('installation.deliveries.empty.what')}
      </EmptyState>
    );
  return (
    <>
      <Panel title={t('installation.deliveries')} note={t('installation.deliveries.days')} flush>
        <ul className={classes.deliveries} aria-busy={list.isPending}>
          {items?.map((one) => <DeliveryRow key={one.id} installationId={id} delivery={one} />) ??
            Array.from({ length: SKELETON_ROWS }, (_row, at) => (
              <li key={at} className={classes.skeleton}>
                <SkeletonLine width="long" />
              </li>
            ))}
        </ul>
      </Panel>
      {list.hasNextPage && (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
