import { commandHandler } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { documentApi } from '../document-api.js';

export const CreateDocumentHandler = commandHandler(
  workspaceRecords.createDocument,
  { commands: RecordCommands },
  (request, { commands }, context) => commands.create(documentApi, { request, context }),
);
