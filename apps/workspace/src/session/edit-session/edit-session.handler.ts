import { commandHandler } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { sessionApi } from '../session-api.js';

export const EditSessionHandler = commandHandler(
  workspaceRecords.editSession,
  { commands: RecordCommands },
  (request, { commands }, context) => commands.edit(sessionApi, { request, context }),
);
