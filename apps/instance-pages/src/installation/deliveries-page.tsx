import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Send } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { EmptyState, PagedList, Panel, useTexts } from '@kushk/ui';
import classes from './deliveries-page.module.css';
import { DeliveryRow } from './delivery-row.js';
import { HealthPanel } from './health-panel.js';
import { InstallationFrame } from './installation-frame.js';
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
  return (
    <Panel title={t('installation.deliveries')} note={t('installation.deliveries.days')} flush>
      <PagedList
        query={useInfiniteQuery(deliveriesQuery(id))}
        empty={
          <EmptyState icon={<Send className="mirrors" />} title={t('installation.deliveries.empty')}>
            {t('installation.deliveries.empty.what')}
          </EmptyState>
        }
      >
        {(deliveries) => (
          <ul className={classes.deliveries}>
            {deliveries.map((one) => (
              <DeliveryRow key={one.id} installationId={id} delivery={one} polls={polls} />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  );
}
