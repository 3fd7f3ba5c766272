import { workspaceFacts } from '@kushk/contracts';
import { publishes, say } from '@kushk/event-store';
import { installationStream } from './installation.js';

export const installationPublic = publishes(installationStream, (fact) =>
  fact.type === 'InstallationNoted'
    ? say(workspaceFacts.installationReady, { installation_id: fact.id, at: fact.data.at })
    : null,
);
