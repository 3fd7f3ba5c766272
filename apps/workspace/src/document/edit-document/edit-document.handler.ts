import { commandHandler } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { documentApi } from '../document-api.js';

export const EditDocumentHandler = commandHandler(
  workspaceRecords.editDocument,
  { commands: RecordCommands },
  (request, { commands }, context) => commands.edit(documentApi, { request, context }),
);
