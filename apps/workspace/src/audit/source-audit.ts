import { audited, auditedOfPeople, auditOf, unaudited, type AnyAudit } from '@kushk/audit';
import { sourceStream } from '../source/source.js';
import { sourceExternalIdStream } from '../source/source-external-id.js';
import { sourceQuotaStream } from '../source/source-quota.js';

export const sourceAudits: readonly AnyAudit[] = [
  auditOf(sourceStream, {
    about: (source) =>
      source.status === 'absent'
        ? null
        : {
            subject: { type: 'source', id: source.sourceId, name: source.title },
            organisationId: source.organisationId,
            installationId: source.installationId,
          },
    facts: {
      SourceSubmitted: auditedOfPeople('source.submitted', ({ data: { kind, pluginId } }) => ({
        details: { kind, plugin_id: pluginId },
      })),
      SourceAccepted: audited('source.accepted', ({ data: { kind, recordId } }) => ({
        details: { kind, record_id: recordId },
      })),
      SourceDismissed: audited('source.dismissed', ({ data: { kind } }) => ({ details: { kind } })),
    },
  }),
  unaudited(sourceExternalIdStream, { SourceExternalIdTaken: 'the source has it' }),
  unaudited(sourceQuotaStream, { SourceCounted: 'the source has it', SourceReviewCounted: 'the source has it' }),
];
