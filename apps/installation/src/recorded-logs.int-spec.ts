import { expect } from '@jest/globals';
import { installation } from '@kushk/contracts';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { pinnedKeys } from '../test/hub.js';
import { installationAudits } from './audit/installation-audit.js';
import { installationStream } from './installation/installation.js';
import { installationStore } from './store.module.js';
import { InstallationModule } from './installation.module.js';

describeRecordedLogs({
  name: 'installation',
  module: InstallationModule,
  store: installationStore,
  audits: installationAudits,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {},
  environment: { KUSHK_PINNED_HUB_KEYS: JSON.stringify(pinnedKeys) },
  async expectServed(service, log) {
    for (const [installation_id, { status }] of log.statesOf(installationStream)) {
      const found = await service.reply(installation.getInstallation, { organisation_id: null, installation_id });
      expect(found).toMatchObject({ id: installation_id, status });
    }
  },
});
