import { expect } from '@jest/globals';
import { catalogue } from '@kushk/contracts';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { publisherStream } from './publisher/publisher.js';
import { releaseStream } from './release/release.js';
import { catalogueStore } from './store.module.js';
import { CatalogueModule } from './catalogue.module.js';

const NOT_REACHED = 'no journey that was recorded reaches it';
const NEW = 'the last release does not have it';

describeRecordedLogs({
  name: 'catalogue',
  module: CatalogueModule,
  store: catalogueStore,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {
    'publisher_quota ReleaseCounted': NEW,
    'release ChangesRequested': NEW,
    'release ReleaseCommented': NEW,
    'release RejectionAppealed': NEW,
    'trust TrustAdded': NEW,
    'trust TrustEnded': NEW,
    'access_code AccessCodeCreated': NEW,
    'access_code AccessCodeUsed': NEW,
    'access_code AccessCodeEnded': NEW,
    'access AccessEnded': NEW,
    'access AccessGranted': NEW,
    'deprecation PluginDeprecated': NEW,
    'deprecation DeprecationEnded': NEW,
    'rollout RolloutStarted': NEW,
    'rollout RolloutStageReached': NEW,
    'rollout RolloutCompleted': NEW,
    'rollout RolloutHalted': NEW,
    'rollout RolloutResumed': NEW,
    'rollout RolloutSuperseded': NEW,
    'rollout RolloutEnded': NEW,
    'evaluation StatementRefused': NOT_REACHED,
    'instance InstanceLinkRotated': NOT_REACHED,
    'usage UsageRegressionDetected': NOT_REACHED,
    'usage_statement UsageStatementStarted': NOT_REACHED,
    'usage_statement UsageStatementLinesAdded': NOT_REACHED,
    'usage_statement UsageStatementClosed': NOT_REACHED,
    'clock ClockAdvanced': NOT_REACHED,
    'roster LeadLeft': NOT_REACHED,
    'person_preferences PreferencesChanged': NOT_REACHED,
    'notification_reader NotificationsRead': NEW,
    'notification_reader NotificationPreferencesSet': NEW,
    'person_views ViewSaved': NEW,
    'person_views ViewRemoved': NEW,
    'person_session PersonSessionStarted': NOT_REACHED,
    'person_session PersonSessionUsed': NOT_REACHED,
    'person_session PersonSessionEnded': NOT_REACHED,
  },
  async expectServed(service, log) {
    const { items } = await service.reply(catalogue.listPublishers, {});
    const publishers = log.statesOf(publisherStream);
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(publishers.keys()));
    for (const release of log.statesOf(releaseStream).values()) {
      if (release.status === 'absent' || !publishers.has(release.publisherId)) continue;
      const { pluginId: plugin_id, version, status } = release;
      expect(await service.reply(catalogue.getReleaseForStaff, { plugin_id, version })).toMatchObject({ status });
    }
  },
});
