import { commandHandler } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { memoryApi } from '../memory-api.js';

export const EditMemoryHandler = commandHandler(
  workspaceRecords.editMemory,
  { commands: RecordCommands },
  (request, { commands }, context) => commands.edit(memoryApi, { request, context }),
);
