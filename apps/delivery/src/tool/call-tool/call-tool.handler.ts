import { answer, no, type RequestContext } from '@kushk/broker';
import { delivery, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Endpoints } from '../../endpoint/endpoint.view.js';
import { Secrets } from '../../outbound/secrets.handler.js';
import type { OutgoingCall } from '../../outbound/exchange.js';
import { signedCall } from '../../outbound/signed-call.js';
import { ToolCaller } from './tool-caller.handler.js';

/** `POST {plugin_base_url}/service/tools/{name}` on behalf of the assistant (seed: Tool calls). A tool changes nothing, so it is called once. */
@Controller()
export class CallToolHandler {
  private readonly secrets: Secrets;

  constructor(
    private readonly endpoints: Endpoints,
    private readonly caller: ToolCaller,
    @Inject(CONFIG) config: Config,
  ) {
    this.secrets = new Secrets(config.sealingKeys);
  }

  @MessagePattern(delivery.callTool.subject)
  async answer(
    request: RequestOf<typeof delivery.callTool>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof delivery.callTool>>> {
    const { installation_id, tool, user_id, arguments: given, handle } = request;
    const endpoint = await this.endpoints.of(installation_id);
    if (endpoint === null || endpoint.removed) return no('installation.not_found');
    if (!endpoint.callable)
      return no(endpoint.availability === 'suspended' ? 'installation.suspended' : 'installation.paused');
    const { base_url: baseUrl } = endpoint;
    if (baseUrl === null || !endpoint.equipped) return no('tool.unreachable', { reason: 'not_installed' });
    const body = JSON.stringify({ installation_id, user_id, arguments: given, handle });
    const prepare = async (at: Date): Promise<OutgoingCall> =>
      signedCall({
        baseUrl,
        path: `/service/tools/${encodeURIComponent(tool)}`,
        installationId: installation_id,
        attempt: 1,
        body,
        at,
        secrets: await this.secrets.live(installation_id, endpoint.secrets, at),
      });
    const result = await this.caller.call(installation_id, prepare, context.traceparent);
    return 'content' in result ? answer(result) : result;
  }
}
