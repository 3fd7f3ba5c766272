import { commandHandler } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { memoryApi } from '../memory-api.js';

export const CreateMemoryHandler = commandHandler(
  workspaceRecords.createMemory,
  { commands: RecordCommands },
  (request, { commands }, context) => commands.create(memoryApi, { request, context }, { person_id: request.by }),
);
