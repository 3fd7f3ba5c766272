/** Which facts of the containers service are in the audit (docs/reference/audit.md). */
import { audited, auditOf, notAudited, type AnyAudit } from '@kushk/audit';
import { containerStream } from '../container/container.js';

const OF_INSTALLATION = notAudited('the installation service has it');
const BY_ITSELF = notAudited('nobody did it: the state of the container shows it');

export const containersAudits: readonly AnyAudit[] = [
  auditOf(containerStream, {
    about: (container, { id }) =>
      container.status === 'absent' || container.status === 'deleted'
        ? null
        : {
            subject: { type: 'installation', id, name: container.pluginId },
            organisationId: container.organisationId,
            installationId: id,
          },
    facts: {
      ContainerRequested: OF_INSTALLATION,
      ContainerReached: BY_ITSELF,
      RestartRequested: audited('installation.container_restarted'),
      ContainerAllowed: OF_INSTALLATION,
      ContainerForbidden: OF_INSTALLATION,
      VersionRequested: OF_INSTALLATION,
      VersionConfirmed: BY_ITSELF,
      VersionGivenUp: BY_ITSELF,
      ContainerAbandoned: OF_INSTALLATION,
      RemovalAnswered: BY_ITSELF,
      ContainerDeleted: BY_ITSELF,
    },
  }),
];
