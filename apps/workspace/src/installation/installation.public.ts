import { workspaceFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { installationStream } from './installation.js';

export const installationPublic = publicationOf(installationStream, (fact) => {
  switch (fact.type) {
    case 'InstallationAdded':
      return asPublicFact(workspaceFacts.installationReady, { installation_id: fact.id, at: fact.data.at });
    case 'CapabilitiesChanged':
    case 'InstallationRemoved':
      return null;
    default:
      return unreachable(fact);
  }
});
