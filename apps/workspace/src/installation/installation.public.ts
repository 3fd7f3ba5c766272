import { workspaceFacts } from '@kushk/contracts';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { installationStream } from './installation.js';

export const installationPublic = publicationOf(installationStream, (fact) =>
  fact.type === 'InstallationAdded'
    ? asPublicFact(workspaceFacts.installationReady, { installation_id: fact.id, at: fact.data.at })
    : null,
);
