import { commandHandler } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { caseApi } from '../case-api.js';

export const EditCaseHandler = commandHandler(
  workspaceRecords.editCase,
  { commands: RecordCommands },
  (request, { commands }, context) => commands.edit(caseApi, { request, context }),
);
