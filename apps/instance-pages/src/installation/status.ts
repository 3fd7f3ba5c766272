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
 * `unused`: nothing has been sent or fetched yet, so it is unknown whether it works. The last call failed and is not
 * tried any more, such as when an admin has resumed or has read the credentials: `unanswered` without any success
 * before it, `unproven` otherwise.
 */
export type ChannelState = ChannelHealth['state'] | 'unused' | 'unanswered' | 'unproven';

export const healthTones: Readonly<Record<ChannelState, Tone>> = {
  unused: 'neutral',
  unanswered: 'warn',
  unproven: 'warn',
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
  if (state !== 'ok') return state;
  if (last_success_at === null) return last_error === null ? 'unused' : 'unanswered';
  return last_error !== null && Date.parse(last_error.at) > Date.parse(last_success_at) ? 'unproven' : 'ok';
}

/** Whether a plugin was called, and has never answered. */
export const isUnanswered = (health: Health): boolean =>
  channelState(health.lifecycle) === 'unanswered' &&
  health.events.last_success_at === null &&
  health.tools.last_success_at === null;

/** Lifecycle calls are rare: a later success of another channel proves as well that the plugin answers. */
function isUnproven(health: Health, name: ChannelName): boolean {
  if (!['unanswered', 'unproven'].includes(channelState(health[name]))) return false;
  const failedAt = Date.parse(health[name].last_error?.at ?? '');
  const others = name === 'lifecycle' ? [health.events, health.tools] : [];
  return !others.some(({ last_success_at: at }) => at !== null && Date.parse(at) > failedAt);
}

/** How an installation is: its status, or what is wrong with the calls to its plugin. */
export type InstallationState =
  | { readonly of: 'status'; readonly tone: Tone; readonly status: Installation['status'] }
  | { readonly of: 'failing' | 'unanswered' | 'unproven'; readonly tone: Tone }
  | { readonly of: 'broken'; readonly tone: Tone; readonly channels: readonly ChannelName[] };

/** Whether the service calls a plugin. One that is paused or suspended gets no calls. */
export const isCalled = (status: Installation['status']): boolean =>
  status === 'pending' || status === 'installed' || status === 'consent_pending';

/**
 * The one state that every page shows of an installation: never a good one while the last call of a channel failed.
 * `health` is undefined until it is read, and for members. It does not matter for a plugin that gets no calls.
 */
export function installationState(status: Installation['status'], health: Health | undefined): InstallationState {
  const ofStatus = { of: 'status', tone: statusTones[status], status } as const;
  if (health === undefined || !isCalled(status)) return ofStatus;
  const channels = CHANNELS.filter((name) => ['open', 'stopped', 'silent'].includes(health[name].state));
  if (channels.length > 0) return { of: 'broken', tone: 'bad', channels };
  if (status === 'pending') return ofStatus;
  if (CHANNELS.some((name) => health[name].state === 'failing')) return { of: 'failing', tone: 'warn' };
  if (isUnanswered(health)) return { of: 'unanswered', tone: 'warn' };
  return CHANNELS.some((name) => isUnproven(health, name)) ? { of: 'unproven', tone: 'warn' } : ofStatus;
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
