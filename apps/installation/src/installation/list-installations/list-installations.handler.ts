import { pageHandler, respond } from '@kushk/broker';
import { installation, pageOfRows } from '@kushk/contracts';
import { InstallationSettings } from '../installation-settings.view.js';
import { Installations } from '../installation.view.js';
import { TitledInstallations } from '../titled-installations.js';

/** The reply of a page stays far below the limit of a message (docs/reference/limits.md). */
const MAX_SETTINGS_BYTES = 2_097_152;

export const ListInstallationsHandler = pageHandler(
  installation.listInstallations,
  { installations: Installations, settings: InstallationSettings, titled: TitledInstallations },
  async ({ organisation_id, with_settings, limit, ...filters }, { installations, settings, titled }, start) => {
    const { status = null, query = null, sort = null } = filters;
    const filter = { status, query, sort };
    const rows = await installations.listOfOrganisation(organisation_id, filter, { start, limit: limit + 1 });
    const listed = rows.slice(0, limit).map(({ stream_id }) => stream_id);
    const stored = with_settings ? await settings.findWithin(listed, MAX_SETTINGS_BYTES) : [];
    const byId = new Map(stored.map((row) => [row.stream_id, row]));
    const pageLimit = with_settings && stored.length > 0 ? stored.length : limit;
    const { pageRows, next_cursor } = pageOfRows(rows, pageLimit, (row) => row.stream_id);
    const items = await titled.of(pageRows, ({ stream_id }) => byId.get(stream_id) ?? null);
    return respond({ items, next_cursor });
  },
);
