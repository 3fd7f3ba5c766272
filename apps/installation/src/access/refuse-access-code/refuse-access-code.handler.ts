import { commandHandler } from '@kushk/broker';
import { installationAccess } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { accessAttemptsStream } from '../access-attempts.js';
import { refuseAccessCode } from './refuse-access-code.js';

export const RefuseAccessCodeHandler = commandHandler(installationAccess.refuseAccessCode, {
  name: 'RefuseAccessCode',
  command: () => ({ at: now().toISOString() }),
  stream: ({ organisation_id }) => streamRef(accessAttemptsStream, organisation_id),
  decide: (command, attempts) => refuseAccessCode(command, attempts),
});
