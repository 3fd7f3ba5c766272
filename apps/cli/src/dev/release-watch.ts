/** Follows what becomes of the release of the manifest on the local hub, and reports each change of its status. */
import type { ReleaseForStaff } from '@kushk/contracts';
import { openStream, pathOf, send } from '../api.js';
import type { Connection } from '../connection.js';
import { Failure } from '../failure.js';
import { printable, type Terminal } from '../terminal.js';
import { ChangeFollower } from './change-follower.js';
import type { NoteLevel } from './dev-notes.js';

export interface ReleaseWatchOptions {
  readonly terminal: Terminal;
  /** As a reviewer of the hub. */
  readonly connection: Connection;
  readonly onNote: (level: NoteLevel, text: string) => void;
}
interface WatchedRelease {
  readonly pluginId: string;
  readonly version: string;
  /** Undefined before the first look; null while it is not submitted. */
  status?: ReleaseForStaff['status'] | null;
}

export class ReleaseWatch {
  private readonly changes: ChangeFollower;
  private watched: WatchedRelease | null = null;

  constructor(private readonly options: ReleaseWatchOptions) {
    const { connection, terminal } = options;
    const { language } = terminal;
    const openChanges = (signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> =>
      openStream(connection, { path: '/operator/v1/changes', language, signal });
    this.changes = new ChangeFollower({ openChanges }, new Set(['releases', 'reviews']));
  }

  /** The release to follow from now on. What it is at this time is not reported. */
  follow({ id: pluginId, version }: { readonly id: string; readonly version: string }): void {
    if (this.watched?.pluginId === pluginId && this.watched.version === version) return;
    this.watched = { pluginId, version };
    this.changes.touch();
  }

  async untilAborted(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        await this.changes.next(signal);
        // A hub that does not answer is reported by nothing here: the next change reads again.
        if (!signal.aborted && this.watched !== null) await this.look(this.watched).catch(() => undefined);
      }
    } finally {
      this.changes.close();
    }
  }

  private async look(watched: WatchedRelease): Promise<void> {
    const { pluginId, version, status: before } = watched;
    const release = await this.read(pluginId, version);
    watched.status = release?.status ?? null;
    if (before === undefined || release === null || release.status === before) return;
    this.report(release);
  }

  private report({ plugin_id, version, status, review_notes: notes }: ReleaseForStaff): void {
    const { terminal, onNote } = this.options;
    const name = printable(`${plugin_id}@${version}`);
    switch (status) {
      case 'approved':
        return onNote('info', terminal.translate`the reviewer has approved the release ${name}`);
      case 'published':
        return onNote(
          'info',
          terminal.translate`the release ${name} is approved and published: raise version in the manifest before you change anything in it`,
        );
      case 'rejected':
        return onNote(
          'warning',
          terminal.translate`the reviewer has rejected the release ${name}: ${printable(notes ?? '')}`,
        );
      case 'submitted':
      case 'in_review':
      case 'withdrawn':
      case 'suspended':
        return onNote('info', terminal.translate`the release ${name} on the local hub: ${status}`);
    }
  }

  /** Null for one that is not submitted. */
  private async read(pluginId: string, version: string): Promise<ReleaseForStaff | null> {
    const { connection, terminal } = this.options;
    const path = pathOf`/operator/v1/releases/${pluginId}/${version}`;
    try {
      return await send<ReleaseForStaff>(connection, { method: 'GET', path, language: terminal.language });
    } catch (error) {
      if (error instanceof Failure && error.details.code === 'catalogue.release_not_found') return null;
      throw error;
    }
  }
}
