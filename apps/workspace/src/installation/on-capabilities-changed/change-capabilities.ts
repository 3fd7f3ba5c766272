import { accept, unreachable, type Decision } from '@kushk/decider';
import type { Notice, NoticeFact } from '../../notification/notice.js';
import { endOfWaiting } from '../../notification/on-update-dropped/end-waiting.js';
import type { Capabilities, Installation, InstallationFact } from '../installation.js';

export interface ChangeCapabilities {
  readonly capabilities: Capabilities;
  /** Runs from now on. */
  readonly version: string;
  readonly at: string;
}
interface States {
  readonly installation: Installation;
  /** That a version waits. */
  readonly notice: Notice;
}
interface Facts {
  readonly installation: readonly InstallationFact[];
  readonly notice: readonly NoticeFact[];
}

/** Replaces the capabilities, and ends the notice that this version waits for consent. */
export function changeCapabilities(
  { capabilities, version, at }: ChangeCapabilities,
  { installation, notice }: States,
): Decision<Facts, null> {
  switch (installation.status) {
    case 'active': {
      return accept(
        {
          installation: [{ type: 'CapabilitiesChanged', data: { capabilities, at } }],
          notice: endOfWaiting({ version, at }, notice),
        },
        null,
      );
    }
    case 'absent':
    case 'removed':
      return accept({ installation: [], notice: [] }, null);
    default:
      return unreachable(installation);
  }
}
