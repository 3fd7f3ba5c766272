import { commandHandler } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { sessionApi } from '../session-api.js';

/** A session that names no start begins now. */
export const CreateSessionHandler = commandHandler(
  workspaceRecords.createSession,
  { commands: RecordCommands },
  (request, { commands }, context) => {
    const computed = request.fields['started_at'] === undefined ? { started_at: now().toISOString() } : {};
    return commands.create(sessionApi, { request, context }, computed);
  },
);
