import type { StoreDefinition } from '@kushk/event-store';
import { instanceStream } from './instance/instance.js';
import { InstanceRow, instancesView } from './instance/instances.view.js';
import { judgementStream } from './judgement/judgement.js';
import { AnnouncementRow, announcementsView, JudgementRow, judgementsView } from './judgement/judgements.view.js';
import { keyStream } from './key/key.js';
import { KeyRow, keysView, KeyUseRow } from './key/keys.view.js';
import { Views0001 } from './migrations/0001-views.js';
import { Fleet0002 } from './migrations/0002-fleet.js';
import { Usage0003 } from './migrations/0003-usage.js';
import { History0004 } from './migrations/0004-history.js';
import { Links0005 } from './migrations/0005-links.js';
import { Listing0006 } from './migrations/0006-listing.js';
import { Manifests0007 } from './migrations/0007-manifests.js';
import { pluginStream } from './plugin/plugin.js';
import { PluginChangesRow, pluginChangesView, PluginRow, pluginsView } from './plugin/plugins.view.js';
import { publisherStream } from './publisher/publisher.js';
import { PublisherRow, publishersView } from './publisher/publishers.view.js';
import { releaseStream } from './release/release.js';
import { releasePublication } from './release/release.public.js';
import { ReleaseEventRow, releaseEventsView } from './release/release-history/release-events.view.js';
import { releasesView, Standing, Submission, submissionsView } from './release/releases.view.js';
import { usageStream } from './usage/usage-report.js';
import { UsageReportRow, usageReportsView } from './usage/usage-reports.view.js';

/** The log of this service: its streams, what is read from them, and what leaves it. */
export const catalogueStore: StoreDefinition = {
  service: 'catalogue',
  streams: [publisherStream, keyStream, pluginStream, releaseStream, instanceStream, judgementStream, usageStream],
  views: [
    publishersView,
    keysView,
    pluginsView,
    pluginChangesView,
    submissionsView,
    releasesView,
    releaseEventsView,
    instancesView,
    judgementsView,
    announcementsView,
    usageReportsView,
  ],
  publications: [releasePublication],
  entities: [
    PublisherRow,
    KeyRow,
    KeyUseRow,
    PluginRow,
    PluginChangesRow,
    Submission,
    Standing,
    ReleaseEventRow,
    InstanceRow,
    JudgementRow,
    AnnouncementRow,
    UsageReportRow,
  ],
  migrations: [Views0001, Fleet0002, Usage0003, History0004, Links0005, Listing0006, Manifests0007],
};
