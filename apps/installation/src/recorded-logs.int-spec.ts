import { expect } from '@jest/globals';
import { installation } from '@kushk/contracts';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { pinnedKeys } from '../test/hub.js';
import { installationStream } from './installation/installation.js';
import { installationStore } from './store.module.js';
import { InstallationModule } from './installation.module.js';

const SINCE_0_1_0 = 'is newer than the recorded version';
const NOT_REACHED = 'no journey that was recorded reaches it';

describeRecordedLogs({
  name: 'installation',
  module: InstallationModule,
  store: installationStore,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {
    'installation ConsentRequestWithdrawn': NOT_REACHED,
    'installation CredentialsReplaced': SINCE_0_1_0,
    'installation UpdateReported': SINCE_0_1_0,
    'installation UpdateDropped': SINCE_0_1_0,
    'installation VersionReopened': SINCE_0_1_0,
    'installation MoveStarted': SINCE_0_1_0,
    'installation MoveAbandoned': SINCE_0_1_0,
    'installation RenewalAbandoned': NOT_REACHED,
    'installation UpdatePolicyChanged': SINCE_0_1_0,
    'installation TokenRotated': NOT_REACHED,
    'access AccessRequested': SINCE_0_1_0,
    'access AccessGranted': SINCE_0_1_0,
    'access AccessEnded': SINCE_0_1_0,
    'access_attempts AccessCodeRefused': SINCE_0_1_0,
    'deprecation DeprecationAccepted': SINCE_0_1_0,
    'deprecation DeprecationEnded': SINCE_0_1_0,
    'rollout RolloutStated': SINCE_0_1_0,
    'clock ClockAdvanced': NOT_REACHED,
    'listing ListingRefused': NOT_REACHED,
    'listing ListingDeferralEnded': NOT_REACHED,
    'status_statement StatementRefused': NOT_REACHED,
  },
  environment: { KUSHK_PINNED_HUB_KEYS: JSON.stringify(pinnedKeys) },
  async expectServed(service, log) {
    for (const [installation_id, { status }] of log.statesOf(installationStream)) {
      const found = await service.reply(installation.getInstallation, { organisation_id: null, installation_id });
      expect(found).toMatchObject({ status });
    }
  },
});
