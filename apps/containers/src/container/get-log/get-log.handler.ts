import { respond } from '@kushk/broker';
import { containers, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ENGINE, type ContainerEngine } from '../../engine/container-engine.js';
import { Containers } from '../container.view.js';

const BOUNDS = { lines: 1_000, bytes: 256 * 1024 };

@Controller()
export class GetLogHandler {
  constructor(
    private readonly rows: Containers,
    @Inject(ENGINE) private readonly engine: ContainerEngine,
  ) {}

  @MessagePattern(containers.getLog.subject)
  async handle(request: RequestOf<typeof containers.getLog>): Promise<Outcome<ReplyOf<typeof containers.getLog>>> {
    const { organisation_id, installation_id } = request;
    const row = await this.rows.find(installation_id);
    if (row?.organisation_id !== organisation_id) return refuse('installation.not_found');
    return respond(await this.engine.log(installation_id, BOUNDS));
  }
}
