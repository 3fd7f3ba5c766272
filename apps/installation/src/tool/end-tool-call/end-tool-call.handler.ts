import { commandHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { OpenToolCalls } from '../open-tool-calls.view.js';

export const EndToolCallHandler = commandHandler(
  installation.endToolCall,
  { calls: OpenToolCalls },
  async ({ installation_id, call_id }, { calls }) => {
    await calls.end({ callId: call_id, installationId: installation_id });
    return respond(null);
  },
);
