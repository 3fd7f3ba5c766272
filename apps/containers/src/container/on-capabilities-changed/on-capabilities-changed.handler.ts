import { randomBytes } from 'node:crypto';
import { installationFacts } from '@kushk/contracts';
import { base32, now } from '@kushk/runtime';
import { containerHandler } from '../change-container/change-container.handler.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { changeVersion } from './change-version.js';

export const OnCapabilitiesChangedHandler = containerHandler(installationFacts.capabilitiesChanged, {
  reaction,
  name: 'ChangeVersion',
  command: ({ organisation_id, plugin_id, capabilities: { container, version } }) => ({
    organisationId: organisation_id,
    pluginId: plugin_id,
    label: base32(randomBytes(16)),
    spec: container === undefined ? null : { ...container, version },
    at: now().toISOString(),
  }),
  decide: changeVersion,
});
