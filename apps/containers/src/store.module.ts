import { AuditEntryRow, auditViews } from '@kushk/audit';
import type { StoreDefinition } from '@kushk/event-store';
import { containersAudits } from './audit/containers-audit.js';
import { containersChanges } from './changes/containers-changes.public.js';
import { containerStream } from './container/container.js';
import { containerPublic } from './container/container.public.js';
import { ContainerRow, containerView } from './container/container.view.js';

const streams = [containerStream];

/** The streams of this service, the views over them and the facts that it publishes. */
export const containersStore: StoreDefinition = {
  service: 'containers',
  streams,
  views: [containerView, ...auditViews(streams, containersAudits)],
  publications: [containerPublic],
  listChanges: containersChanges,
  entities: [ContainerRow, AuditEntryRow],
  migrations: new URL('./migrations/', import.meta.url),
};
