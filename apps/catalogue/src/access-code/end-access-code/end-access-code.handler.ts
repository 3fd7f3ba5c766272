import { commandHandler } from '@kushk/broker';
import { catalogueAccess } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { accessCodeStream } from '../access-code.js';
import { endAccessCode } from './end-access-code.js';

export const EndAccessCodeHandler = commandHandler(catalogueAccess.endAccessCode, {
  name: 'EndAccessCode',
  command: ({ publisher_id: publisherId, plugin_id: pluginId, code_id: codeId }) => ({
    codeId,
    pluginId,
    publisherId,
    at: now().toISOString(),
  }),
  stream: ({ code_id }) => streamRef(accessCodeStream, code_id),
  decide: endAccessCode,
});
