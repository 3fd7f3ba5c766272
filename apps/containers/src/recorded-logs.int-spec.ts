import { expect } from '@jest/globals';
import { containers } from '@kushk/contracts';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { containerStream } from './container/container.js';
import { ContainersModule } from './containers.module.js';
import { containersStore } from './store.module.js';

const NOT_REACHED = 'the recorded service has no container engine';

describeRecordedLogs({
  name: 'containers',
  module: ContainersModule,
  store: containersStore,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {
    'container ContainerReached': NOT_REACHED,
    'container RestartRequested': NOT_REACHED,
    'container ContainerAllowed': NOT_REACHED,
    'container VersionRequested': NOT_REACHED,
    'container VersionConfirmed': NOT_REACHED,
    'container VersionGivenUp': NOT_REACHED,
    'container RemovalAnswered': NOT_REACHED,
    'container ContainerDeleted': NOT_REACHED,
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
