/** None of the facts of the containers service is in the audit (docs/reference/audit.md). */
import { unaudited, type AnyAudit } from '@kushk/audit';
import { containerStream } from '../container/container.js';

const OF_INSTALLATION = 'the installation service has it';
const BY_ITSELF = 'nobody did it: the state of the container shows it';

export const containersAudits: readonly AnyAudit[] = [
  unaudited(containerStream, {
    ContainerRequested: OF_INSTALLATION,
    ContainerReached: BY_ITSELF,
    ContainerAllowed: OF_INSTALLATION,
    ContainerForbidden: OF_INSTALLATION,
    VersionRequested: OF_INSTALLATION,
    VersionGivenUp: BY_ITSELF,
    ContainerAbandoned: OF_INSTALLATION,
    ContainerDeleted: BY_ITSELF,
  }),
];
