import { commandHandler, respond } from '@kushk/broker';
import { workspaceSources } from '@kushk/contracts';
import { Uploads } from '../uploads.view.js';

export const AbortUploadHandler = commandHandler(
  workspaceSources.abortUpload,
  { uploads: Uploads },
  async ({ organisation_id: organisationId, upload_id: uploadId }, { uploads }) => {
    await uploads.remove({ organisationId, uploadId });
    return respond(null);
  },
);
