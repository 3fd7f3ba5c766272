/** A plugin with all its releases, newest first, in the words of the wire (contract §5). */
import type { PluginResource } from '@kushk/contracts';
import { releaseSummary, type ReleaseRow, type SubmissionRow } from '../release-resource.js';

interface ListedRelease {
  readonly submission: Omit<SubmissionRow, 'manifest' | 'diff'>;
  readonly standing: Omit<ReleaseRow, 'approval'>;
}

/**
 * Names and kind are those of the newest published version, as users see the plugin; before there is one, those of
 * the newest submission. `releases` stand newest first and are never empty: the first one claims the plugin.
 */
export function pluginResource(plugin: { readonly stream_id: string; readonly latest_published: string | null }, releases: readonly ListedRelease[]): PluginResource {
  const shown = releases.find(({ submission }) => submission.version === plugin.latest_published) ?? releases[0];
  if (shown === undefined) throw new Error(`the plugin ${plugin.stream_id} has no release`);
  const { names, kind } = shown.submission;
  return {
    id: plugin.stream_id, names, kind, latest_published: plugin.latest_published,
    releases: releases.map(({ submission, standing }) => releaseSummary(submission, standing)),
  };
}
