import { commandHandler } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { caseApi } from '../case-api.js';

export const CreateCaseHandler = commandHandler(
  workspaceRecords.createCase,
  { commands: RecordCommands },
  (request, { commands }, context) => commands.create(caseApi, { request, context }),
);
