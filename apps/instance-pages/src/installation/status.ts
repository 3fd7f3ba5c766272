/** How states of installations, channels and deliveries look. Pure. */
import type { Tone } from '@kushk/ui';
import type { ChannelHealth, Delivery, Health, Installation } from './queries.js';

const statusTones: Readonly<Record<Installation['status'], Tone>> = {
  pending: 'warn',
  installed: 'good',
  consent_pending: 'warn',
  paused: 'neutral',
  suspended: 'bad',
  removed: 'neutral',
};

/**
 * `unused`: nothing has been sent or fetched yet, so it is unknown whether it works. `unanswered`: what was sent has
 * not succeeded, and is not tried any more, such as when an admin has read the credentials.
 */
export type ChannelState = ChannelHealth['state'] | 'unused' | 'unanswered';

export const healthTones: Readonly<Record<ChannelState, Tone>> = {
  unused: 'neutral',
  unanswered: 'warn',
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

export function channelState({ state, last_success_at, last_error }: ChannelHealth): ChannelState {
  if (state !== 'ok' || last_success_at !== null) return state;
  return last_error === null ? 'unused' : 'unanswered';
}

/** Whether a plugin was called, and has never answered. */
export const isUnanswered = (health: Health): boolean =>
  channelState(health.lifecycle) === 'unanswered' &&
  health.events.last_success_at === null &&
  health.tools.last_success_at === null;

/** How an installation is: its status, or what is wrong with the calls to its plugin. */
export type InstallationState =
  | { readonly of: 'status'; readonly tone: Tone; readonly status: Installation['status'] }
  | { readonly of: 'failing' | 'unanswered'; readonly tone: Tone }
  | { readonly of: 'broken'; readonly tone: Tone; readonly count: number };

/**
 * The one state that every page shows of an installation. `health` is undefined until it is read, and for members. A
 * plugin that is paused or suspended gets no calls, so their health does not matter.
 */
export function installationState(status: Installation['status'], health: Health | undefined): InstallationState {
  const ofStatus = { of: 'status', tone: statusTones[status], status } as const;
  if (health === undefined || !['pending', 'installed', 'consent_pending'].includes(status)) return ofStatus;
  const states = CHANNELS.map((name) => health[name].state);
  const count = states.filter((state) => state === 'open' || state === 'stopped' || state === 'silent').length;
  if (count > 0) return { of: 'broken', tone: 'bad', count };
  if (status === 'pending') return ofStatus;
  if (states.includes('failing')) return { of: 'failing', tone: 'warn' };
  return isUnanswered(health) ? { of: 'unanswered', tone: 'warn' } : ofStatus;
}

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
