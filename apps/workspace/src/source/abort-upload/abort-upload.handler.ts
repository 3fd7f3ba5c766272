import { respond } from '@kushk/broker';
import { workspaceSources, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Uploads } from '../uploads.view.js';

@Controller()
export class AbortUploadHandler {
  constructor(private readonly uploads: Uploads) {}

  @MessagePattern(workspaceSources.abortUpload.subject)
  async handle({
    organisation_id: organisationId,
    upload_id: uploadId,
  }: RequestOf<typeof workspaceSources.abortUpload>): Promise<Outcome<null>> {
    await this.uploads.remove({ organisationId, uploadId });
    return respond(null);
  }
}
