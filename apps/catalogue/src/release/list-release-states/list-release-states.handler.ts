import { queryHandler, respond } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { ReleaseReader } from '../release-reader.js';
import { Releases } from '../releases.view.js';

export const ListReleaseStatesHandler = queryHandler(
  catalogue.listReleaseStates,
  { releases: Releases, reader: ReleaseReader },
  async ({ releases: wanted }, { releases, reader }) => {
    const found = await releases.findAll(wanted);
    const classes = await reader.diffClassesOf(found);
    const items = found.map(({ submission, status }, index) => ({
      plugin_id: submission.plugin_id,
      version: submission.summary.version,
      status: status.status,
      diff_class: classes[index] ?? null,
    }));
    return respond({ items });
  },
);
