import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../../listing/listing.view.js';
import { MAX_ADMIN_ATTEMPTS, expectedVersionsOf, retryOnVersionConflict } from '../expected-versions.js';
import { planKeysOf } from '../install/manifest-terms.js';
import { overInstallation } from '../installation-decision.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { changePlan, type ChangePlan } from './change-plan.js';

type Request = RequestOf<typeof installation.changePlan>;

@Controller()
export class ChangePlanHandler {
  constructor(
    private readonly events: EventStore,
    private readonly manifests: Manifests,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.changePlan.subject)
  async handle(request: Request, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const stored = await this.events.findReply<InstallationForAdmin>(idempotencyOf(request.idempotency), [
      streamRef(installationStream, request.installation_id),
    ]);
    if (stored !== null) return stored;
    return await retryOnVersionConflict(() => this.attempt(request, context), {
      maxAttempts: MAX_ADMIN_ATTEMPTS,
      giveUp: () => new StoreBusy(`installation ${request.installation_id} changed during every attempt`),
    });
  }

  private async attempt(request: Request, context: RequestContext): Promise<Outcome<InstallationForAdmin>> {
    const { installation_id, organisation_id, plan, by } = request;
    const { state } = await this.events.load(streamRef(installationStream, installation_id));
    if (state.status === 'absent' || state.organisationId !== organisation_id) return refuse('installation.not_found');
    const manifest = await this.manifests.find(state.pluginId, state.grants);
    if (manifest === null) return refuse('installation.not_found');
    const plans = planKeysOf(manifest);
    if (!plans.includes(plan)) return refuse('installation.plan_unknown', { plan, plans });
    const command: ChangePlan = { expected: expectedVersionsOf(state), plan, by, at: now().toISOString() };
    return await this.events.run({
      name: 'ChangePlan',
      ...overInstallation(request, (current) => this.resources.replyForAdmin(changePlan(command, current))),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}
