/** How states of installations, channels and deliveries look. Pure. */
import type { Tone } from '@kushk/ui';
import type { ChannelHealth, Delivery, Health, Installation } from './queries.js';

export const statusTones: Readonly<Record<Installation['status'], Tone>> = {
  pending: 'warn',
  installed: 'good',
  consent_pending: 'warn',
  paused: 'neutral',
  suspended: 'bad',
  removed: 'neutral',
};

export const healthTones: Readonly<Record<ChannelHealth['state'], Tone>> = {
  ok: 'good',
  failing: 'warn',
  open: 'bad',
  stopped: 'bad',
  silent: 'bad',
};

export const deliveryTones: Readonly<Record<Delivery['status'], Tone>> = {
  waiting: 'info',
  delivered: 'good',
  dead: 'bad',
  cancelled: 'neutral',
  failed: 'bad',
};

export const CHANNELS = ['lifecycle', 'events', 'tools'] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** The number of channels that do not work. */
export const brokenChannels = (health: Health): number =>
  CHANNELS.filter((name) => ['open', 'stopped', 'silent'].includes(health[name].state)).length;

/** The reasons of failed attempts that have a text of their own; any other one is shown as its code. */
const KNOWN_ERRORS = [
  'blocked',
  'dns',
  'connect',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'too_large',
  'internal',
] as const;
export type KnownError = (typeof KNOWN_ERRORS)[number];

export const knownError = (error: string): KnownError | null => KNOWN_ERRORS.find((known) => known === error) ?? null;

/** An event can be sent again at any time, a lifecycle call as long as the plugin has not accepted it. */
export function mayRedeliver({ channel, status }: Pick<Delivery, 'channel' | 'status'>): boolean {
  if (channel === 'event') return status === 'delivered' || status === 'dead';
  return channel === 'lifecycle' && status === 'dead';
}
