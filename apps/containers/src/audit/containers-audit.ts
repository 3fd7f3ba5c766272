/** None of the facts of the containers service is in the audit (docs/reference/audit.md). */
import { unaudited, type AnyAudit } from '@kushk/audit';
import { containerStream } from '../container/container.js';

const OF_INSTALLATION = 'the installation service has it';
const BY_ITSELF = 'nobody did it: the state of the container shows it';

export const containersAudits: readonly AnyAudit[] = [
  unaudited(containerStream, {
    ContainerRequested: OF_INSTALLATION,
    ContainerReached: BY_ITSELF,
    RestartRequested: 'it changes nothing that lasts',
    ContainerAllowed: OF_INSTALLATION,
    ContainerForbidden: OF_INSTALLATION,
    VersionRequested: OF_INSTALLATION,
    VersionConfirmed: BY_ITSELF,
    VersionGivenUp: BY_ITSELF,
    ContainerAbandoned: OF_INSTALLATION,
    RemovalAnswered: BY_ITSELF,
    ContainerDeleted: BY_ITSELF,
  }),
];
