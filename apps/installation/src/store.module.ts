import type { StoreDefinition } from '@kushk/event-store';
import { installationStream } from './installation/installation.js';
import { installationPublic } from './installation/installation.public.js';
import { InstallationRow, installations } from './installation/installation.view.js';
import { slotStream } from './installation/slot.js';
import { Views0001 } from './migrations/0001-views.js';
import { offerStream } from './offer/offer.js';
import { offerPublic, pluginPublic } from './offer/offer.public.js';
import { ManifestRow, OfferRow, manifests, offers } from './offer/offer.view.js';
import { pluginStream } from './offer/plugin.js';

/** The log of this service: its streams, what is read from them, and what leaves it. */
export const installationStore: StoreDefinition = {
  service: 'installation',
  streams: [offerStream, pluginStream, installationStream, slotStream],
  views: [offers, manifests, installations],
  publications: [offerPublic, pluginPublic, installationPublic],
  entities: [OfferRow, ManifestRow, InstallationRow],
  migrations: [Views0001],
};
