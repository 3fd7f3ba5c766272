import type { StoreDefinition } from '@kushk/event-store';
import { installationStream } from './installation/installation.js';
import { installationPublic } from './installation/installation.public.js';
import { InstallationRow, installations } from './installation/installation.view.js';
import { slotStream } from './installation/slot.js';
import { Views0001 } from './migrations/0001-views.js';
import { RenewedToken0003 } from './migrations/0003-renewed-token.js';
import { PendingVersion0002 } from './migrations/0002-pending-version.js';
import { WaitingReleases0004 } from './migrations/0004-waiting-releases.js';
import { offerStream } from './offer/offer.js';
import { offerPublic, wordPublic } from './offer/offer.public.js';
import { ManifestRow, OfferRow, WaitingReleaseRow, manifests, offers, waitingReleases } from './offer/offer.view.js';
import { wordStream } from './offer/word.js';

/** The log of this service: its streams, what is read from them, and what leaves it. */
export const installationStore: StoreDefinition = {
  service: 'installation',
  streams: [offerStream, wordStream, installationStream, slotStream],
  views: [offers, manifests, waitingReleases, installations],
  publications: [offerPublic, wordPublic, installationPublic],
  entities: [OfferRow, ManifestRow, WaitingReleaseRow, InstallationRow],
  migrations: [Views0001, PendingVersion0002, RenewedToken0003, WaitingReleases0004],
};
