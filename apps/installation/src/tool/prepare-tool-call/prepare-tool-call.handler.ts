import { commandHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Evaluator } from '@kushk/runtime/evaluation';
import { Installations } from '../../installation/installation.view.js';
import { Manifests } from '../../listing/listing.view.js';
import { ToolCallOpener } from './tool-call-opener.js';

/**
 * Rejects a call that cannot succeed before the plugin is called. Opens the call, so that its handle is valid until
 * the call ends, and seals the handle.
 */
export const PrepareToolCallHandler = commandHandler(
  installation.prepareToolCall,
  { installations: Installations, manifests: Manifests, opener: ToolCallOpener, evaluator: Evaluator },
  async (request, { installations, manifests, opener, evaluator }) => {
    const { organisation_id, installation_id } = request;
    const row = await installations.find(installation_id);
    if (row === null || row.organisation_id !== organisation_id || row.status === 'removed')
      return refuse('installation.not_found');
    if (row.status === 'suspended' || row.status === 'paused') return refuse(`installation.${row.status}`);
    const manifest = await manifests.find(row.plugin_id, row.grants);
    const tools = manifest?.tools ?? [];
    const tool = tools.find(({ name }) => name === request.tool);
    if (tool === undefined)
      return refuse('tool.not_found', { tool: request.tool, tools: tools.map(({ name }) => name) });
    // The plugin has no credentials yet, so it could not verify a call. `listTools` lists no tools then either.
    if (row.status === 'pending') return refuse('tool.unavailable');
    const { input_schema: schema } = tool;
    const problems = await evaluator.run(installation_id, 'validateAgainst', schema, request.arguments, '/arguments');
    if (problems.length > 0) return refuse('tool.arguments_invalid', { problems });
    const { callId, handle } = await opener.open(request);
    return respond({ installation_id, plugin_id: row.plugin_id, handle, call_id: callId });
  },
);
