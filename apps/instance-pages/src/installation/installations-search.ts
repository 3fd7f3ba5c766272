/** The filters of the list of installations, as its address has them. */
import { oneOf, searchedText } from '@kushk/ui';

export const LISTED_STATUSES = ['installed', 'consent_pending', 'pending', 'paused', 'suspended'] as const;

export interface InstallationsSearch {
  readonly q?: string;
  readonly status?: (typeof LISTED_STATUSES)[number];
  /** Absent: the oldest first. */
  readonly sort?: 'newest';
}

/** Reads the filters from an address. Unknown values are ignored. */
export function installationsSearch({ q, status, sort }: Record<string, unknown>): InstallationsSearch {
  const known = oneOf(LISTED_STATUSES, status);
  return {
    ...searchedText(q),
    ...(known !== undefined && { status: known }),
    ...(sort === 'newest' && { sort }),
  };
}

const CHANNELS = ['event', 'lifecycle', 'tool'] as const;
const DELIVERY_STATUSES = ['waiting', 'dead', 'failed', 'delivered', 'cancelled'] as const;

/** The filters of the list of deliveries. */
export interface DeliveriesSearch {
  readonly q?: string;
  readonly channel?: (typeof CHANNELS)[number];
  readonly status?: (typeof DELIVERY_STATUSES)[number];
  /** Absent: the newest first. */
  readonly sort?: 'oldest';
}
export const deliveryFilters = { channels: CHANNELS, statuses: DELIVERY_STATUSES } as const;

export function deliveriesSearch({ q, channel, status, sort }: Record<string, unknown>): DeliveriesSearch {
  const [knownChannel, knownStatus] = [oneOf(CHANNELS, channel), oneOf(DELIVERY_STATUSES, status)];
  return {
    ...searchedText(q),
    ...(knownChannel !== undefined && { channel: knownChannel }),
    ...(knownStatus !== undefined && { status: knownStatus }),
    ...(sort === 'oldest' && { sort }),
  };
}
