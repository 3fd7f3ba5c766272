import { unreachable } from '@kushk/decider';
import { acceptIfUnchanged, type ExpectedVersions } from '../expected-versions.js';
import { refuseInactive, refuseMoving, type InstallationDecision } from '../installation-decision.js';
import type { Settings } from '../installation-facts.js';
import { partiesOf, type Installation } from '../installation.js';

export interface ChangeSettings {
  readonly expected: ExpectedVersions;
  readonly settings: Settings;
  readonly by: string;
  readonly at: string;
}

export function changeSettings(command: ChangeSettings, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended': {
      const { expected, settings, by, at } = command;
      if (installation.move !== null) return refuseMoving(installation, installation.move);
      return acceptIfUnchanged(expected, installation, (active) => [
        {
          type: 'SettingsChanged',
          data: { ...partiesOf(active), settings, revision: active.settingsRevision + 1, by, at },
        },
      ]);
    }
    default:
      return unreachable(installation);
  }
}
