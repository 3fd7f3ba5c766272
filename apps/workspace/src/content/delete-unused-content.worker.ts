import { BackgroundLoop, measure, now, realNow } from '@kushk/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Uploads } from '../source/uploads.view.js';
import { ContentStore } from './content-store.js';

const EVERY_MS = 60_000;
/** Within this time the source of stored content is committed. */
const UNUSED_MS = 3_600_000;
/** An upload takes at most as long as a request, 10 seconds. */
const ABANDONED_MS = 120_000;

/** Deletes uploads that were never completed, and content that no source uses, every minute. */
@Injectable()
export class DeleteUnusedContent implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.run(now(), realNow()),
    everyMs: EVERY_MS,
    failure: 'unused content not deleted',
  });

  constructor(
    private readonly contents: ContentStore,
    private readonly uploads: Uploads,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Uploads and commits take real time, whatever a test clock shows. */
  async run(at: Date, realAt = at): Promise<void> {
    measure.maintained('abandoned_uploads', await this.uploads.deleteAbandoned(before(realAt, ABANDONED_MS)));
    measure.maintained('unused_contents', await this.contents.deleteUnused(before(realAt, UNUSED_MS), at));
  }
}

function before(at: Date, ms: number): Date {
  return new Date(at.getTime() - ms);
}
