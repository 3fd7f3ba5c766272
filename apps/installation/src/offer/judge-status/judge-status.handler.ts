import type { ReleaseStatusChangedV1 } from '@kushk/contracts';
import { canonicalDigest, keyStanding, openApproval, openStatus, publicJwk, type Jwks } from '@kushk/credentials';
import type { Problem } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, type FactMeta, type OnceOnly } from '@kushk/event-store';
import { CONFIG, now, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { offerKey, offerStream } from '../offer.js';
import { wordKey, wordStream } from '../word.js';
import { examineRelease, isCurableHere } from './examine-release.js';
import { carryOutStatus, judgeAnew, judgeStatus, type JudgeStatus } from './judge-status.js';

/** Checks what came about a release against the pinned keys, offline, and records the verdict. */
@Injectable()
export class JudgeStatusHandler {
  constructor(
    private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Answers whether anything about the offer has changed. `once` and `meta` are those of the reaction or request behind it. */
  async judge(
    change: ReleaseStatusChangedV1,
    source: JudgeStatus['source'],
    { once, meta }: { once?: OnceOnly | undefined; meta: FactMeta },
  ): Promise<boolean> {
    const command = this.examined(change, source);
    const outcome = await this.store.run({
      name: 'JudgeStatus',
      streams: streamsOf(command),
      decide: (states) => judgeStatus(command, states),
      once,
      meta,
    });
    return outcome.accepted && outcome.reply.changed;
  }

  /** Judges the hub's word anew on a release that waits. Answers whether its offer has changed. */
  async judgeAnew(change: ReleaseStatusChangedV1, meta: FactMeta): Promise<boolean> {
    const command = this.examined(change, 'hub');
    const outcome = await this.store.run({
      name: 'JudgeAnew',
      streams: streamsOf(command),
      decide: (states) => judgeAnew(command, states),
      meta,
    });
    return outcome.accepted && outcome.reply.changed;
  }

  /** Last of all, when installations follow too: from here on the hub may say that this instance follows its word (contract §2: Suspending a release). */
  async carryOut(release: { readonly pluginId: string; readonly version: string }, meta: FactMeta): Promise<void> {
    const command = { ...release, at: now().toISOString() };
    await this.store.run({
      name: 'CarryOutStatus',
      streams: streamsOf({ ...release, source: 'hub' }),
      decide: (states) => carryOutStatus(command, states),
      meta,
    });
  }

  private examined(change: ReleaseStatusChangedV1, source: JudgeStatus['source']): JudgeStatus {
    const { plugin_id: pluginId, version, status, sequence, manifest, tier } = change;
    const word = this.wordIn(change, source);
    const manifestDigest = canonicalDigest(manifest);
    const agrees =
      word !== null &&
      word.plugin_id === pluginId &&
      word.version === version &&
      word.status === status &&
      word.sequence === sequence &&
      word.manifest_digest === manifestDigest;
    const approval = this.approvalIn(change, source);
    const instance = { pluginApi: this.config.pluginApi, production: this.config.environment === 'production' };
    const releaseProblems =
      agrees && status === 'published'
        ? examineRelease({ manifest, manifestDigest, approval, pluginId, version }, instance)
        : [];
    return {
      pluginId,
      version,
      status,
      sequence,
      manifest,
      manifestDigest,
      source,
      reason: word?.reason ?? null,
      saidAt: word?.at ?? now().toISOString(),
      // The tier that was signed counts, not the one that was sent beside it.
      tier: approval?.tier ?? tier,
      statementProblems: agrees ? [] : [unsigned],
      releaseProblems,
      waiting:
        source === 'hub' && isCurableHere(releaseProblems)
          ? { pluginApi: String(manifest['plugin_api']), word: change }
          : null,
      now: now().toISOString(),
    };
  }

  /** Nothing where the key that signed it does not count for the time that was signed. */
  private wordIn({ statement }: ReleaseStatusChangedV1, source: JudgeStatus['source']) {
    const keys = this.trustedKeys(source, 'status');
    const word = openStatus(keys, statement);
    return word !== null && keyStanding(keys, word.kid, new Date(word.at)) === 'good' ? word : null;
  }

  private approvalIn({ approval: envelope }: ReleaseStatusChangedV1, source: JudgeStatus['source']) {
    const keys = this.trustedKeys(source, 'approval');
    const approval = openApproval(keys, envelope);
    return approval && { ...approval, key: keyStanding(keys, approval.kid, new Date(approval.decided_at)) };
  }

  /**
   * The keys that may sign this: pinned ones, for a developer's release, outside production only, this instance's own.
   * A pinned key says by its member `signs` what it is for, so that who has the key of the catalogue cannot approve a
   * release in the place of a reviewer; one without it is trusted with both.
   */
  private trustedKeys(source: JudgeStatus['source'], what: 'status' | 'approval'): Jwks {
    if (source === 'development')
      return { keys: this.config.environment === 'production' ? [] : [publicJwk(this.config.signingKey)] };
    return { keys: this.config.pinnedHubKeys.keys.filter(({ signs }) => signs === undefined || signs === what) };
  }
}

function streamsOf({ pluginId, version, source }: Pick<JudgeStatus, 'pluginId' | 'version' | 'source'>) {
  return {
    word: streamRef(wordStream, wordKey(pluginId, version, source)),
    offer: streamRef(offerStream, offerKey(pluginId, version)),
  };
}

const unsigned: Problem = {
  code: 'statement.unsigned',
  path: '/statement',
  message: 'is not the word of the hub that this instance trusts',
  message_fa: 'گفتهٔ هابِ مورد اعتماد این نمونه نیست',
  stage: 'instance',
};
