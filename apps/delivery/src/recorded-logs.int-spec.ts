import { expect } from '@jest/globals';
import { delivery } from '@kushk/contracts';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { endpointStream } from './endpoint/endpoint.js';
import { deliveryStore } from './store.module.js';
import { DeliveryModule } from './delivery.module.js';

const NOT_REACHED = 'needs a container engine';
const SINCE_0_1_0 = 'is newer than the recorded version';

describeRecordedLogs({
  name: 'delivery',
  module: DeliveryModule,
  store: deliveryStore,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {
    'endpoint InstalledAbandoned': NOT_REACHED,
    'endpoint ContainerReached': NOT_REACHED,
    'endpoint MoveStarted': SINCE_0_1_0,
    'endpoint HealthReported': SINCE_0_1_0,
    'endpoint CredentialsIssued': SINCE_0_1_0,
    'release ReleaseSuspended': SINCE_0_1_0,
    'release ReleaseResumed': SINCE_0_1_0,
  },
  async expectServed(service, log) {
    for (const [installation_id, endpoint] of log.statesOf(endpointStream)) {
      if (endpoint.status !== 'registered') continue;
      const lookup = { organisation_id: endpoint.organisationId, installation_id };
      expect(await service.outcomeCode(delivery.getHealth, lookup)).toBe('accepted');
    }
  },
});
