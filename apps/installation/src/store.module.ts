import { AuditEntryRow, auditViews } from '@kushk/audit';
import type { StoreDefinition } from '@kushk/event-store';
import { accessAttemptsStream } from './access/access-attempts.js';
import { accessStream } from './access/access.js';
import { AccessRow, accesses } from './access/access.view.js';
import { installationAudits } from './audit/installation-audit.js';
import { installationChanges } from './changes/installation-changes.public.js';
import { clockStream } from '@kushk/event-store/clock';
import { clockPublic } from './clock/clock.public.js';
import { deprecationStream } from './deprecation/deprecation.js';
import { DeprecationRow, deprecations } from './deprecation/deprecations.view.js';
import { installationStream } from './installation/installation.js';
import { installationPublic } from './installation/installation.public.js';
import { InstallationRow, installations } from './installation/installation.view.js';
import { InstallationSettingsRow, installationSettings } from './installation/installation-settings.view.js';
import { listingStream } from './listing/listing.js';
import { listingPublic } from './listing/listing.public.js';
import {
  DeferredReleaseRow,
  ListingRow,
  ManifestRow,
  deferredReleases,
  listings,
  manifests,
} from './listing/listing.view.js';
import { reservationStream } from './reservation/reservation.js';
import { rolloutStream } from './rollout/rollout.js';
import { RolloutRow, rollouts } from './rollout/rollouts.view.js';
import { softwarePublic } from './software/software.public.js';
import { softwareStream } from './software/software.js';
import { statusStatementStream } from './status-statement/status-statement.js';
import { statusStatementPublic } from './status-statement/status-statement.public.js';

const streams = [
  accessStream,
  accessAttemptsStream,
  listingStream,
  statusStatementStream,
  deprecationStream,
  rolloutStream,
  installationStream,
  reservationStream,
  softwareStream,
  clockStream,
];

/** The streams, views and public facts of the installation service. */
export const installationStore: StoreDefinition = {
  service: 'installation',
  streams,
  views: [
    accesses,
    listings,
    manifests,
    deferredReleases,
    deprecations,
    rollouts,
    installations,
    installationSettings,
    ...auditViews(streams, installationAudits),
  ],
  publications: [listingPublic, statusStatementPublic, installationPublic, softwarePublic, clockPublic],
  listChanges: installationChanges,
  entities: [
    ListingRow,
    ManifestRow,
    DeferredReleaseRow,
    DeprecationRow,
    RolloutRow,
    AccessRow,
    InstallationRow,
    InstallationSettingsRow,
    AuditEntryRow,
  ],
  migrations: new URL('./migrations/', import.meta.url),
};
