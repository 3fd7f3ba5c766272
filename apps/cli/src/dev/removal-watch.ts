/** What comes after the installation that `kushk dev` shows was removed: reports it once, and finds the next one. */
import type { TitledInstallation } from '@kushk/contracts';
import { waitingItems } from './dev-feed.js';
import type { DevNotes } from './dev-notes.js';
import type { InstanceClient } from './instance-client.js';

const NONE = 'none';

export class RemovalWatch {
  /** What was reported: the id of the next installation, or that there is none. */
  private reported = '';

  constructor(
    private readonly client: Pick<InstanceClient, 'findInstallation' | 'proposals' | 'sources'>,
    private readonly notes: DevNotes,
  ) {}

  /** The id of another installation of the plugin to follow, when there was none at the call before; else null. */
  async findNext(removed: TitledInstallation): Promise<string | null> {
    const { installation_id: id, plugin_id: pluginId } = removed;
    const found = (await this.client.findInstallation(pluginId))?.installation_id ?? NONE;
    if (found === this.reported) return null;
    if (this.reported === '') await this.reportLeft(removed);
    this.reported = found;
    if (found === NONE) this.notes.removedInstallation(id);
    else this.notes.nextInstallation(found);
    return found === NONE ? null : found;
  }

  async reportLeft({ installation_id: id, plugin_id: pluginId }: TitledInstallation): Promise<void> {
    this.notes.left(id, await waitingItems(this.client, { id, pluginId }));
  }

  /** An installation is shown, which may be removed later. */
  reset(): void {
    this.reported = '';
  }
}
