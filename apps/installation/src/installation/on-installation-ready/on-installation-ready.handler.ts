import { reactionHandler } from '@kushk/broker';
import { workspaceFacts } from '@kushk/contracts';
import { ReadinessRecorder } from '../confirm-readiness/readiness-recorder.js';

const reaction = 'on-installation-ready';

export const OnInstallationReadyHandler = reactionHandler(
  workspaceFacts.installationReady,
  { reaction, needs: { readiness: ReadinessRecorder } },
  (data, { readiness }, cause) => readiness.record(data.installation_id, { service: 'workspace' }, cause),
);
