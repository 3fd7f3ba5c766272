import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { sealHandle } from '@kushk/credentials';
import { refuse, type Outcome } from '@kushk/decider';
import { validateAgainst } from '@kushk/manifest';
import { CONFIG, newId, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Installations } from '../../installation/installation.view.js';
import { Manifests } from '../../listing/listing.view.js';
import { OpenToolCalls } from '../open-tool-calls.view.js';

type Request = RequestOf<typeof installation.prepareToolCall>;

/**
 * A tool call takes less than ten seconds (docs/reference/limits.md). The handle of the call expires after this time.
 */
const TOOL_CALL_TIMEOUT_MS = 10_000;

@Controller()
export class PrepareToolCallHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
    private readonly openCalls: OpenToolCalls,
    @Inject(CONFIG) private readonly config: Config,
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
    const callId = newId('tcl');
    const issuedAt = now();
    const expiresAt = new Date(issuedAt.getTime() + TOOL_CALL_TIMEOUT_MS);
    const handle = await this.handleFor(request, callId, { issuedAt, expiresAt });
    await this.openCalls.open({ callId, installationId: installation_id }, expiresAt, issuedAt);
    return respond({ installation_id, plugin_id: row.plugin_id, handle, call_id: callId });
  }

  private async handleFor(
    { organisation_id, installation_id, person_id, session_id, tool }: Request,
    callId: string,
    { issuedAt, expiresAt }: { readonly issuedAt: Date; readonly expiresAt: Date },
  ): Promise<string> {
    return await sealHandle(this.config.sealingKeys, {
      id: newId('hnd'),
      installation_id,
      person_id,
      organisation_id,
      session_id,
      purpose: 'tool',
      origin: null,
      tool,
      call_id: callId,
      read_only: true,
      issued_at: issuedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    });
  }
}
