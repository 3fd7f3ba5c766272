import { expect } from '@jest/globals';
import { containers } from '@kushk/contracts';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { containersAudits } from './audit/containers-audit.js';
import { containerStream } from './container/container.js';
import { ContainersModule } from './containers.module.js';
import { containersStore } from './store.module.js';

const NO_ENGINE = 'the recorded service runs one version of one plugin on a simulated cluster';

describeRecordedLogs({
  name: 'containers',
  module: ContainersModule,
  store: containersStore,
  audits: containersAudits,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {
    'container RestartRequested': NO_ENGINE,
    'container ContainerAllowed': NO_ENGINE,
    'container ContainerForbidden': NO_ENGINE,
    'container VersionRequested': NO_ENGINE,
    'container VersionConfirmed': NO_ENGINE,
    'container VersionGivenUp': NO_ENGINE,
  },
  environment: { KUSHK_CONTAINER_DRIVER: 'docker', KUSHK_CONTAINER_ENGINE: 'unix:///nowhere/engine.sock' },
  async expectServed(service, log) {
    for (const [installation_id, container] of log.statesOf(containerStream)) {
      const lookup = { organisation_id: 'org_1', installation_id };
      const expected = container.status === 'deleted' ? 'installation.not_found' : 'accepted';
      expect(await service.outcomeCode(containers.getContainer, lookup)).toBe(expected);
    }
  },
});
