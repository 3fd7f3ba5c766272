/** Which lists of the instance API change with the facts of the containers service, and who may know. */
import { listChangesOf, type ListChanges } from '@kushk/event-store';
import { containerStream } from '../container/container.js';

export const containersChanges: readonly ListChanges[] = [
  listChangesOf(containerStream, (container) =>
    container.status === 'absent' || container.status === 'deleted'
      ? []
      : [{ audience: `organisation:${container.organisationId}`, lists: ['installations', 'audit'] }],
  ),
];
