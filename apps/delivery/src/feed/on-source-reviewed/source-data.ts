import type { PluginEventData, SourceReviewedV1 } from '@kushk/contracts';

/**
 * The `data` of `plugin.source.reviewed`. It contains nothing about the organisation, because the plugin must not know
 * it.
 */
export function sourceData(reviewed: SourceReviewedV1): PluginEventData['plugin.source.reviewed'] {
  const { source_id, external_id, kind, outcome, record_id, reason } = reviewed;
  return { source_id, external_id, kind, outcome, record_id, reason };
}
