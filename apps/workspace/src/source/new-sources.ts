/** Validates what a plugin states about a source, and finds the source that it has already brought in. */
import {
  freeTextProblems,
  parseTime,
  requestProblem,
  timeProblem,
  type Problem,
  type ReplyOf,
  type RequestOf,
  type SourceResource,
  type workspaceSources,
} from '@kushk/contracts';
import { inputHash } from '@kushk/credentials';
import { accept, refuse, streamRef, unreachable, type Decision, type Outcome } from '@kushk/decider';
import type { EventStore, IdempotencyKey } from '@kushk/event-store';
import { installationStream } from '../installation/installation.js';
import { EXTERNAL_ID_MAX_CHARACTERS, isExternalId } from '../record/record.js';
import type { Submitted } from './source.js';
import { sourceExternalIdKey, sourceExternalIdStream } from './source-external-id.js';
import { sourceRowToWire, type Sources, type SourcesOfPlugin } from './source.view.js';
import { existingSource } from './submit-source/submit-source.js';

type NewSourceRequest = RequestOf<typeof workspaceSources.beginUpload>;
/** A source as it was stated, without an id yet. */
export interface StatedSource extends Omit<Submitted, 'sourceId'> {
  readonly inputHash: string;
}

type SubmittedReply = ReplyOf<typeof workspaceSources.submitSource>;
/** A source that existed already is read after the command, because the command did not know its id. */
export type StoredSubmission =
  { readonly created: true; readonly source: SourceResource } | { readonly created: false; readonly sourceId: string };

const TITLE_MAX_CHARACTERS = 500;

export class NewSources {
  constructor(
    private readonly store: Pick<EventStore, 'load' | 'findReply' | 'storeReply'>,
    private readonly sources: Pick<Sources, 'findOfPlugin'>,
  ) {}

  /**
   * Returns the reply to an earlier request with this key, or null. A repeated request gets it without validation,
   * because capabilities may have changed since the first attempt.
   */
  async findReply(
    idempotency: IdempotencyKey | undefined,
    of: SourcesOfPlugin,
  ): Promise<Outcome<SubmittedReply> | null> {
    const stored = await this.store.findReply<StoredSubmission>(idempotency);
    return stored === null ? null : await this.replyOf(stored, of);
  }

  /** Returns the reply to a submission from what is stored about it. */
  async replyOf(outcome: Outcome<StoredSubmission>, of: SourcesOfPlugin): Promise<Outcome<SubmittedReply>> {
    if (!outcome.accepted) return outcome;
    const { reply } = outcome;
    if (reply.created) return { ...outcome, reply };
    const source = await this.get(reply.sourceId, of);
    return source.accepted ? { ...outcome, reply: { created: false, source: source.reply } } : source;
  }

  /** Stores under the key that the source existed already. */
  async storeExisting(idempotency: IdempotencyKey | undefined, sourceId: string): Promise<void> {
    await this.store.storeReply(idempotency, { created: false, sourceId } satisfies StoredSubmission);
  }

  /** Refuses with `installation.not_found`, `auth.scope_missing` or `source.invalid` {problems}. */
  async validate(request: NewSourceRequest): Promise<Decision<null, StatedSource>> {
    const { installation_id: installationId, kind } = request;
    const { state: installation } = await this.store.load(streamRef(installationStream, installationId));
    switch (installation.status) {
      case 'absent':
      case 'removed':
        return refuse('installation.not_found');
      case 'active': {
        const { sources } = installation.capabilities;
        if (!sources.includes(kind))
          return refuse('auth.scope_missing', {
            scope: `sources.intake.${kind}`,
            declared: sources.map((declared) => `sources.intake.${declared}`),
          });
        const problems = problemsOf(request);
        if (problems.length > 0) return refuse('source.invalid', { problems });
        return accept(null, statedSource(request, installation.pluginId));
      }
      default:
        return unreachable(installation);
    }
  }

  /**
   * Returns the source with the same `external_id` and content, the refusal `source.external_id_exists` when the
   * content differs or the person of the handle cannot see the source, or null when the `external_id` is free.
   */
  async findExisting(stated: StatedSource, of: SourcesOfPlugin): Promise<Outcome<SourceResource> | null> {
    const { installationId, externalId } = stated;
    const key = sourceExternalIdKey(installationId, externalId);
    const { state } = await this.store.load(streamRef(sourceExternalIdStream, key));
    const existing = existingSource(stated.inputHash, state);
    if (existing === null || !existing.accepted) return existing;
    if (existing.reply.created) throw new Error('an existing source is not created');
    return await this.get(existing.reply.sourceId, of);
  }

  private async get(sourceId: string, of: SourcesOfPlugin): Promise<Outcome<SourceResource>> {
    const row = await this.sources.findOfPlugin(of, sourceId);
    if (row !== null) return { accepted: true, reply: sourceRowToWire(row), replayed: false };
    return refuse('source.external_id_exists');
  }
}

function statedSource(request: NewSourceRequest, pluginId: string): StatedSource {
  const { external_id, kind, title, content_type, digest, size } = request;
  const occurredAt = new Date(request.occurred_at).toISOString();
  return {
    installationId: request.installation_id,
    organisationId: request.organisation_id,
    pluginId,
    externalId: external_id,
    kind,
    title,
    contentType: content_type,
    digest,
    size,
    occurredAt,
    onBehalfOf: request.person_id,
    inputHash: inputHash({ kind, title, content_type, digest, occurred_at: occurredAt }),
  };
}

function problemsOf({ external_id, title, occurred_at }: NewSourceRequest): readonly Problem[] {
  const externalIdProblems = isExternalId(external_id)
    ? []
    : [
        requestProblem('out_of_range', '/external_id', {
          message: `has 1 to ${EXTERNAL_ID_MAX_CHARACTERS} characters`,
          message_fa: `باید ۱ تا ${EXTERNAL_ID_MAX_CHARACTERS.toLocaleString('fa-IR')} نویسه داشته باشد`,
        }),
      ];
  return [
    ...externalIdProblems,
    ...freeTextProblems('/title', title, { required: true, maxCodePoints: TITLE_MAX_CHARACTERS, oneLine: true }),
    ...(parseTime(occurred_at) === null ? [timeProblem('/occurred_at', occurred_at)] : []),
  ];
}
