import { accept, type Decision } from '@kushk/decider';
import { pendingFor } from '../accept-source/accept-source.js';
import type { Reviewing } from '../review-access.js';
import { dismissedSource, type DismissedSource, type Source, type SourceFact } from '../source.js';
import type { SourceQuotaFact } from '../source-quota.js';

export interface DismissSource extends Reviewing {
  readonly reason: string | null;
}
interface Facts {
  readonly source: readonly SourceFact[];
  readonly quota: readonly SourceQuotaFact[];
}

/** Dismisses a source. Its content is deleted later, and no longer counts for the installation. */
export function dismissSource(
  command: DismissSource,
  { source }: { readonly source: Source },
): Decision<Facts, DismissedSource> {
  const pending = pendingFor(command, source);
  if (!pending.accepted) return pending;
  const { installationId, organisationId, externalId, kind, size } = pending.reply;
  const { person, at, reason } = command;
  const data = { installationId, organisationId, externalId, kind, by: person.id, at, reason };
  return accept(
    {
      source: [{ type: 'SourceDismissed', data }],
      quota: [{ type: 'SourceReviewCounted', data: { freedBytes: size } }],
    },
    dismissedSource(pending.reply, data),
  );
}
