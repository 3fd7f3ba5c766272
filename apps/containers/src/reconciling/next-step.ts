/** The next step that brings what the engine has closer to what should run. Pure. */
import { unreachable } from '@kushk/decider';
import type { Observed } from '../engine/container-engine.js';

/** What should run, with all times in milliseconds. */
export type Wanted =
  | {
      readonly kind: 'running';
      readonly fingerprint: string;
      readonly image: string;
      /** When a new version is given up, or null. */
      readonly giveUpAtMs: number | null;
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'absent'; readonly notBeforeMs: number };

export interface Situation {
  readonly wanted: Wanted;
  readonly observed: Observed;
  /** Whether the engine has the wanted image; false when no image is wanted. */
  readonly hasImage: boolean;
  /** When a container that ended by itself starts again. */
  readonly restartAtMs: number;
  readonly nowMs: number;
}

/** `connect`: find out whether it listens. `forget`: nothing is left of a removed installation. */
export type Step =
  | { readonly do: 'pull'; readonly image: string }
  | {
      readonly do:
        | 'create_network'
        | 'create_volume'
        | 'create_container'
        | 'start'
        | 'restart'
        | 'connect'
        | 'stop'
        | 'remove_container'
        | 'remove_network'
        | 'remove_volume'
        | 'give_up_version'
        | 'forget'
        | 'nothing';
    }
  | { readonly do: 'wait'; readonly untilMs: number };

export function nextStep(situation: Situation): Step {
  const { wanted, observed, nowMs } = situation;
  switch (wanted.kind) {
    case 'running':
      return towardsRunning(situation, wanted);
    case 'stopped':
      return { do: observed.container?.state === 'running' ? 'stop' : 'nothing' };
    case 'absent':
      if (nowMs < wanted.notBeforeMs) return { do: 'wait', untilMs: wanted.notBeforeMs };
      if (observed.container !== null) return { do: 'remove_container' };
      if (observed.hasNetwork) return { do: 'remove_network' };
      return { do: observed.hasVolume ? 'remove_volume' : 'forget' };
    default:
      return unreachable(wanted);
  }
}

function towardsRunning(
  { observed, hasImage, restartAtMs, nowMs }: Situation,
  { fingerprint, image, giveUpAtMs }: Extract<Wanted, { kind: 'running' }>,
): Step {
  const { container } = observed;
  if (giveUpAtMs !== null && nowMs >= giveUpAtMs) return { do: 'give_up_version' };
  if (container?.fingerprint !== fingerprint) {
    // The image arrives before the container of the previous version stops.
    if (!hasImage) return { do: 'pull', image };
    if (container !== null) return { do: 'remove_container' };
    if (!observed.hasNetwork) return { do: 'create_network' };
    return { do: observed.hasVolume ? 'create_container' : 'create_volume' };
  }
  // A container cannot start without its network, and keeps the volume that it was created with.
  if (!observed.hasNetwork || !observed.hasVolume) return { do: 'remove_container' };
  switch (container.state) {
    case 'created':
      return { do: 'start' };
    case 'running':
      return { do: 'connect' };
    case 'ended':
      return nowMs < restartAtMs ? { do: 'wait', untilMs: restartAtMs } : { do: 'restart' };
    default:
      return unreachable(container.state);
  }
}
