import { accept, fold, refuse, type Decision } from '@kushk/decider';
import {
  installationStream,
  type ExistingInstallation,
  type Installation,
  type InstallationFact,
} from '../installation.js';
import type { Slot, SlotFact } from '../slot.js';

type Facts = { installation: InstallationFact[]; slot: SlotFact[] };

/** Ends an installation. Its token is dead with this fact, before anybody is told (contract §7: Removing). */
export function removeInstallation(
  command: { readonly by: string; readonly at: string },
  states: { installation: Installation; slot: Slot },
): Decision<Facts, ExistingInstallation> {
  const { installation } = states;
  if (installation.phase === 'absent') return refuse('installation.not_found');
  if (installation.phase === 'removed') return accept({ installation: [], slot: [] }, installation);
  const { installationId, organisationId, pluginId } = installation;
  const removed: InstallationFact = { type: 'InstallationRemoved', data: { ...command, organisationId, pluginId } };
  const after = fold(installationStream, [removed], installation);
  return accept(
    { installation: [removed], slot: [{ type: 'SlotFreed', data: { installationId } }] },
    after.phase === 'absent' ? installation : after,
  );
}
