import { sealHandle, type SealingKey } from '@kushk/credentials';
import type { OpenToolCalls } from '../open-tool-calls.view.js';

/**
 * A tool call takes less than ten seconds (docs/reference/limits.md). The handle of the call expires after this time.
 */
const TOOL_CALL_TIMEOUT_MS = 10_000;

export interface PreparedToolCall {
  readonly organisation_id: string;
  readonly installation_id: string;
  readonly person_id: string;
  readonly session_id: string;
  readonly tool: string;
}
interface Dependencies {
  readonly calls: Pick<OpenToolCalls, 'open'>;
  readonly sealingKeys: readonly SealingKey[];
  readonly newId: (prefix: 'tcl' | 'hnd') => string;
  readonly now: () => Date;
}

/** Opens tool calls and seals their handles: read-only, bound to the tool, the person, the session and the call. */
export class ToolCallOpener {
  constructor(private readonly dependencies: Dependencies) {}

  async open({
    organisation_id,
    installation_id,
    person_id,
    session_id,
    tool,
  }: PreparedToolCall): Promise<{ readonly callId: string; readonly handle: string }> {
    const { calls, sealingKeys, newId, now } = this.dependencies;
    const [callId, issuedAt] = [newId('tcl'), now()];
    const expiresAt = new Date(issuedAt.getTime() + TOOL_CALL_TIMEOUT_MS);
    const handle = await sealHandle(sealingKeys, {
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
    await calls.open({ callId, installationId: installation_id }, expiresAt, issuedAt);
    return { callId, handle };
  }
}
