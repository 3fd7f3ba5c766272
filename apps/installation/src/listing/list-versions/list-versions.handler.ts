import { pageHandler, respond } from '@kushk/broker';
import { installation, pageOfRows, type ListingVersion } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Evaluator } from '@kushk/runtime/evaluation';
import { StoreCatalogue } from '../store-catalogue.js';
import { versionChanges } from './version-changes.js';

/** Each version costs a manifest of up to a megabyte. */
const MAX_VERSIONS = 20;

export const ListVersionsHandler = pageHandler(
  installation.listVersions,
  { catalogue: StoreCatalogue, evaluator: Evaluator },
  async (request, { catalogue, evaluator }, start) => {
    const rows = await catalogue.versions(request.organisation_id, request.plugin_id);
    if (rows.length === 0) return refuse('store.plugin_not_found');
    const limit = Math.min(request.limit, MAX_VERSIONS);
    const first = start === null ? 0 : rows.findIndex(({ version }) => version === start) + 1;
    const { pageRows, next_cursor } = pageOfRows(rows.slice(first, first + limit + 1), limit, ({ version }) => version);
    const items: ListingVersion[] = [];
    // One after the other: only the difference of two manifests is needed at a time.
    for (const [index, row] of pageRows.entries()) {
      const below = rows[first + index + 1];
      const previous = below === undefined ? null : await catalogue.manifestOf(below);
      items.push({
        version: row.version,
        tier: row.tier,
        published_at: row.published_at.toISOString(),
        ...(await versionChanges(previous, await catalogue.manifestOf(row), evaluator)),
      });
    }
    return respond({ items, next_cursor });
  },
);
