import { setTimeout as pause } from 'node:timers/promises';
import type { ToolDeclaration } from '@kushk/manifest';
import type { PluginAnswer } from '../plugin-call.js';
import type { TestContext } from '../test-context.js';
import type { ReceivedCall } from '../test-service.js';

export interface ToolRun {
  readonly tool: ToolDeclaration;
  readonly answer: PluginAnswer;
  /** The writes to the plugin API with the handle of the call. */
  readonly writes: readonly ReceivedCall[];
}

/**
 * Calls a tool. Only writes with the handle of the call count: the plugin may write for other reasons at the same time,
 * with its own token.
 */
export async function readOnlyCallsOf(context: TestContext, tool: ToolDeclaration): Promise<ToolRun> {
  const before = new Set(context.service.calls);
  const { handle, ...answer } = await context.callTool(await context.main(), tool);
  await pause(context.options.settleMs);
  const writes = context.service.calls.filter(
    (call) => !before.has(call) && call.method !== 'GET' && !call.path.startsWith('/mcp') && call.handle === handle,
  );
  return { tool, answer, writes };
}
