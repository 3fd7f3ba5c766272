import { reactionHandler } from '@kushk/broker';
import { containerFacts } from '@kushk/contracts';
import { ReadinessRecorder } from '../confirm-readiness/readiness-recorder.js';
import { VersionRenewer } from '../renew-for-version/version-renewer.js';

const reaction = 'on-container-listening';

export const OnContainerListeningHandler = reactionHandler(
  containerFacts.containerListening,
  { reaction, needs: { readiness: ReadinessRecorder, renewer: VersionRenewer } },
  async (data, { readiness, renewer }, cause) => {
    const { installation_id: installationId, version, base_url: baseUrl } = data;
    const listening = { version, baseUrl };
    if (data.is_update || (await renewer.isMoving(installationId, listening)))
      await renewer.renew(installationId, listening, cause);
    else await readiness.record(installationId, { service: 'containers', baseUrl }, cause);
  },
);
