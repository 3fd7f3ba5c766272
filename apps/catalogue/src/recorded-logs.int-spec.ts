import { expect } from '@jest/globals';
import { catalogue } from '@kushk/contracts';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { catalogueAudits } from './audit/catalogue-audit.js';
import { publisherStream } from './publisher/publisher.js';
import { releaseStream } from './release/release.js';
import { catalogueStore } from './store.module.js';
import { CatalogueModule } from './catalogue.module.js';

describeRecordedLogs({
  name: 'catalogue',
  module: CatalogueModule,
  store: catalogueStore,
  audits: catalogueAudits,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {},
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
