import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { instanceSoftwareStream } from '../instance-software.js';
import { recordSoftwareReport } from './record-software-report.js';

const reaction = 'on-instance-report';

/** Records which version of the software an instance runs. The instance id comes from the NATS subject. */
export const OnSoftwareVersionChangedHandler = reactionHandler(installationFacts.softwareVersionChanged, {
  reaction,
  from: 'fleet',
  name: 'RecordSoftwareReport',
  command: ({ software_version: softwareVersion }, { scope: instanceId }) => {
    return { instanceId, softwareVersion, at: now().toISOString() };
  },
  stream: (_data, { instanceId }) => streamRef(instanceSoftwareStream, instanceId),
  decide: (command, software) => recordSoftwareReport(command, software),
});
