import { randomBytes } from 'node:crypto';
import { installationFacts } from '@kushk/contracts';
import { accept } from '@kushk/decider';
import { base32, now } from '@kushk/runtime';
import { containerHandler } from '../change-container/change-container.handler.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { changeVersion } from '../on-capabilities-changed/change-version.js';

/**
 * A plugin that its publisher hosts will run beside the instance: its container starts before the version is installed.
 * One that leaves the instance runs here until the version is installed.
 */
export const OnMoveStartedHandler = containerHandler(installationFacts.moveStarted, {
  reaction,
  name: 'StartMove',
  command: ({ organisation_id, plugin_id, capabilities: { container, version } }) => ({
    organisationId: organisation_id,
    pluginId: plugin_id,
    label: base32(randomBytes(16)),
    spec: container === undefined ? null : { ...container, version },
    at: now().toISOString(),
  }),
  decide: (container, command) => (command.spec === null ? accept([], null) : changeVersion(container, command)),
});
