import { answer, no } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { sealHandle } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { validateAgainst } from '@kushk/manifest';
import { CONFIG, newId, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Installations } from '../../installation/installation.view.js';
import { Manifests } from '../../offer/offer.view.js';

/** A tool must answer in under ten seconds (seed: Limits); the handle dies with the call. */
const TOOL_CALL_MS = 10_000;

@Controller()
export class PrepareToolCallHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Checks everything about a tool call that can be known before the plugin is asked, and seals the handle for it. */
  @MessagePattern(installation.prepareToolCall.subject)
  async answer(
    request: RequestOf<typeof installation.prepareToolCall>,
  ): Promise<Outcome<ReplyOf<typeof installation.prepareToolCall>>> {
    const { organisation_id, installation_id, person_id } = request;
    const row = await this.installations.find(installation_id);
    if (row === null || row.organisation_id !== organisation_id || row.status === 'removed')
      return no('installation.not_found');
    if (row.status === 'suspended' || row.status === 'paused') return no(`installation.${row.status}`);
    // A plugin without credentials could not check the call, so its tools are not there yet: `listTools` says the same.
    const manifest = row.status === 'pending' ? null : await this.manifests.of(row.plugin_id, row.version);
    const tool = manifest?.tools?.find(({ name }) => name === request.tool);
    if (tool === undefined) return no('tool.not_found');
    const problems = validateAgainst(tool.input_schema, request.arguments, '/arguments');
    if (problems.length > 0) return no('tool.arguments_invalid', { problems });

    const issuedAt = now();
    const callId = newId('tcl');
    const handle = await sealHandle(this.config.sealingKeys, {
      id: newId('hnd'),
      installation_id,
      person_id,
      organisation_id,
      purpose: 'tool',
      origin: null,
      tool: tool.name,
      call_id: callId,
      read_only: true,
      issued_at: issuedAt.toISOString(),
      expires_at: new Date(issuedAt.getTime() + TOOL_CALL_MS).toISOString(),
    });
    return answer({ installation_id, plugin_id: row.plugin_id, handle, call_id: callId });
  }
}
