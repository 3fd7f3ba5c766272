import type { ContainerState } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { DesiredContainer } from './desired-container.js';
import type { Step } from './next-step.js';

/** The state that an admin sees while this step is taken; null when the step finds it out. Pure. */
export function statusAfter(step: Step, wanted: DesiredContainer['wanted']): ContainerState | null {
  switch (step.do) {
    case 'pull':
    case 'create_network':
    case 'create_volume':
    case 'create_container':
    case 'start':
    case 'give_up_version':
      return 'starting';
    case 'restart':
      return 'restarting';
    case 'wait':
      return wanted === 'absent' ? 'removing' : 'restarting';
    case 'connect':
    case 'forget':
      return null;
    case 'nothing':
      return 'stopped';
    case 'stop':
    case 'remove_container':
    case 'remove_network':
    case 'remove_volume':
      return wanted === 'absent' ? 'removing' : wanted === 'stopped' ? 'stopped' : 'starting';
    default:
      return unreachable(step);
  }
}

/** The engine's messages may be long: an image's name and what the registry answered. */
const MAX_REASON_CHARACTERS = 500;

/** Why a step failed, as an admin sees it. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, MAX_REASON_CHARACTERS);
}
