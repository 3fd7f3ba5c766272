import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { sealHandle } from '@kushk/credentials';
import { refuse, type Outcome } from '@kushk/decider';
import { CONFIG, newId, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../../listing/listing.view.js';
import { Installations } from '../installation.view.js';
import { originOfPages, refusalOfStatus } from '../page-of-plugin.js';
import { refusalOfPage } from './page-of.js';

type Request = RequestOf<typeof installation.issuePageHandle>;
type Reply = ReplyOf<typeof installation.issuePageHandle>;

/** The lifetime of a page's handle. The shell renews it while the page is open. */
const LIFETIME_SECONDS = 300;

@Controller()
export class IssuePageHandleHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(installation.issuePageHandle.subject)
  async handle(request: Request): Promise<Outcome<Reply>> {
    const row = await this.installations.find(request.installation_id);
    if (row === null || row.organisation_id !== request.organisation_id) return refuse('installation.not_found');
    const notRunning = refusalOfStatus(row.status);
    if (notRunning !== null) return notRunning;
    const manifest = await this.manifests.find(row.plugin_id, row.grants);
    const refusal = refusalOfPage(manifest ?? {}, request.page, request.record_type);
    if (refusal !== null) return refusal;
    const origin = originOfPages(row, this.config);
    if (origin === null) return refuse('installation.page_not_found', { ...request.page });
    return respond({ handle: await this.seal(request, origin), expires_in_seconds: LIFETIME_SECONDS });
  }

  private async seal(
    { organisation_id, installation_id, person_id, session_id }: Request,
    origin: string,
  ): Promise<string> {
    const issuedAt = now();
    return await sealHandle(this.config.sealingKeys, {
      id: newId('hnd'),
      installation_id,
      person_id,
      organisation_id,
      session_id,
      purpose: 'page',
      origin,
      tool: null,
      call_id: null,
      read_only: false,
      issued_at: issuedAt.toISOString(),
      expires_at: new Date(issuedAt.getTime() + LIFETIME_SECONDS * 1_000).toISOString(),
    });
  }
}
