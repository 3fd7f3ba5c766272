import { answer, metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import { installation, type JsonObject, type OfferResource, type RequestOf } from '@kushk/contracts';
import { canonicalDigest, releaseStatement, signDsse, statusStatement } from '@kushk/credentials';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { checkRest, checkStructure, refusals, type Manifest } from '@kushk/manifest';
import { CONFIG, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { FollowVersionHandler } from '../../installation/follow-version/follow-version.handler.js';
import { JudgeStatusHandler } from '../judge-status/judge-status.handler.js';
import { offerKey, offerStream } from '../offer.js';
import { Store } from '../store.handler.js';
import { wordKey, wordStream } from '../word.js';

/**
 * `kushk dev publish`: a release straight into this instance's store, without review and never in production (seed:
 * Development aids). It is signed with the instance's own key and goes the same way as one from the hub.
 */
@Controller()
export class PublishForDevelopmentHandler {
  constructor(
    private readonly judge: JudgeStatusHandler,
    private readonly versions: FollowVersionHandler,
    private readonly events: EventStore,
    private readonly store: Store,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(installation.publishForDevelopment.subject)
  async answer(
    { manifest, ...request }: RequestOf<typeof installation.publishForDevelopment>,
    context: RequestContext,
  ): Promise<Outcome<OfferResource>> {
    if (this.config.environment === 'production') return no('store.not_found');
    const once = onceOf(request.once);
    const before = await this.events.answered<OfferResource>(once);
    if (before !== null) return before;
    const outcome = await this.publish(manifest, context);
    // The publication is judged like one of the hub, as often as it comes, so only its answer is kept.
    if (outcome.accepted) await this.events.keep(once, outcome.reply);
    return outcome;
  }

  private async publish(manifest: unknown, context: RequestContext): Promise<Outcome<OfferResource>> {
    const structure = checkStructure(manifest, { production: false });
    const problems = structure.length > 0 ? structure : refusals(checkRest(manifest as Manifest));
    if (problems.length > 0) return no('catalogue.manifest_invalid', { problems });
    const { id: pluginId, version } = manifest as Manifest;
    const content = manifest as JsonObject;
    const { state: offer } = await this.events.load(streamRef(offerStream, offerKey(pluginId, version)));
    if (offer.status !== 'absent' && offer.status !== 'refused') {
      const sameContent = offer.manifestDigest === canonicalDigest(content);
      if (!sameContent || offer.status !== 'offered')
        return no('catalogue.version_exists', { status: offer.status, same_content: sameContent });
    } else {
      const { state: word } = await this.events.load(streamRef(wordStream, wordKey(pluginId, version, 'development')));
      await this.judge.judge(this.signed(content, manifest as Manifest, word.sequence + 1), 'development', {
        meta: metaOf(context),
      });
      await this.versions.followAll(pluginId, metaOf(context));
    }
    return await this.shown(pluginId, version, context);
  }

  private signed(content: JsonObject, manifest: Manifest, sequence: number) {
    const { id: plugin_id, version } = manifest;
    const at = now().toISOString();
    const manifest_digest = canonicalDigest(content);
    const approval = releaseStatement({
      plugin_id,
      version,
      manifest_digest,
      image: manifest.image ?? null,
      tier: 'private',
      decided_at: at,
      previous: null,
    });
    const word = statusStatement({
      plugin_id,
      version,
      status: 'published',
      reason: null,
      sequence,
      at,
      manifest_digest,
    });
    const sign = (statement: { payloadType: string; payload: Buffer }) =>
      signDsse(this.config.signingKey, statement.payloadType, statement.payload);
    return {
      plugin_id,
      version,
      status: 'published' as const,
      sequence,
      plugin_api: manifest.plugin_api,
      tier: 'private' as const,
      statement: sign(word),
      manifest: content,
      approval: sign(approval),
    };
  }

  private async shown(pluginId: string, version: string, { actor }: RequestContext): Promise<Outcome<OfferResource>> {
    const offer = await this.store.find(pluginId, version);
    const organisationId = actor.kind === 'person' ? actor.organisation_id : '';
    return offer === null ? no('store.plugin_not_found') : answer(await this.store.whole(offer, organisationId));
  }
}
