/** What comes after the installation that `kushk dev` shows was removed: reports it once, and finds the next one. */
import type { TitledInstallation } from '@kushk/contracts';
import type { DevNotes } from './dev-notes.js';
import type { InstanceClient } from './instance-client.js';

const NONE = 'none';

export class RemovalWatch {
  /** What was reported: the id of the next installation, or that there is none. */
  private reported = '';

  constructor(
    private readonly client: Pick<InstanceClient, 'findInstallation'>,
    private readonly notes: DevNotes,
  ) {}

  /** The id of another installation of the plugin to follow, when there was none at the call before; else null. */
  async findNext({ installation_id: id, plugin_id: pluginId }: TitledInstallation): Promise<string | null> {
    const found = (await this.client.findInstallation(pluginId))?.installation_id ?? NONE;
    if (found === this.reported) return null;
    this.reported = found;
    if (found === NONE) this.notes.removedInstallation(id);
    else this.notes.nextInstallation(found);
    return found === NONE ? null : found;
  }

  /** An installation is shown, which may be removed later. */
  reset(): void {
    this.reported = '';
  }
}
