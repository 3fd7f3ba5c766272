import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { validateAgainst } from '@kushk/manifest';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Installations } from '../../installation/installation.view.js';
import { Manifests } from '../../listing/listing.view.js';
import { ToolCallOpener } from './tool-call-opener.js';

type Request = RequestOf<typeof installation.prepareToolCall>;

@Controller()
export class PrepareToolCallHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
    private readonly opener: ToolCallOpener,
  ) {}

  /**
   * Rejects a call that cannot succeed before the plugin is called. Opens the call, so that its handle is valid until
   * the call ends, and seals the handle.
   */
  @MessagePattern(installation.prepareToolCall.subject)
  async handle(request: Request): Promise<Outcome<ReplyOf<typeof installation.prepareToolCall>>> {
    const { organisation_id, installation_id } = request;
    const row = await this.installations.find(installation_id);
    if (row === null || row.organisation_id !== organisation_id || row.status === 'removed')
      return refuse('installation.not_found');
    if (row.status === 'suspended' || row.status === 'paused') return refuse(`installation.${row.status}`);
    const manifest = await this.manifests.find(row.plugin_id, row.grants);
    const tool = manifest?.tools?.find(({ name }) => name === request.tool);
    if (tool === undefined) return refuse('tool.not_found');
    // The plugin has no credentials yet, so it could not verify a call. `listTools` lists no tools then either.
    if (row.status === 'pending') return refuse('tool.unavailable');
    const problems = validateAgainst(tool.input_schema, request.arguments, '/arguments');
    if (problems.length > 0) return refuse('tool.arguments_invalid', { problems });
    const { callId, handle } = await this.opener.open(request);
    return respond({ installation_id, plugin_id: row.plugin_id, handle, call_id: callId });
  }
}
