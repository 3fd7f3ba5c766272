import { reactionHandler } from '@kushk/broker';
import { containerFacts } from '@kushk/contracts';
import { ReadinessRecorder } from '../confirm-readiness/readiness-recorder.js';
import { VersionRenewer } from '../renew-for-version/version-renewer.js';

const reaction = 'on-container-listening';

export const OnContainerListeningHandler = reactionHandler(
  containerFacts.containerListening,
  { reaction, needs: { readiness: ReadinessRecorder, renewer: VersionRenewer } },
  async (data, { readiness, renewer }, cause) => {
    if (data.is_update) await renewer.renew(data.installation_id, data.version, cause);
    else await readiness.record(data.installation_id, { service: 'containers', baseUrl: data.base_url }, cause);
  },
);
