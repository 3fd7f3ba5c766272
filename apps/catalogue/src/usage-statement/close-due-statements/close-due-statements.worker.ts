import { forStream, streamRef } from '@kushk/decider';
import { usageMonthBefore } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { BackgroundLoop, log, now } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { StatusSigner } from '../../signing/status-signer.js';
import { addStatementLines } from '../add-statement-lines/add-statement-lines.js';
import { closeStatement } from '../close-statement/close-statement.js';
import { startStatement } from '../start-statement/start-statement.js';
import { lineTextOf } from '../statement-line.js';
import { firstAdjustedMonth, isDue, monthAfter } from '../statement-months.js';
import { usageStatementStream, type LinePlace, type OpenStatement, type UsageStatements } from '../usage-statement.js';
import { StatementSources, type UsageWithLines } from '../usage-statements.view.js';

const RUN_EVERY_MS = 60_000;
/** Lines that one command adds, and about how many bytes of usage. */
const LINES_PER_COMMAND = 500;
const BYTES_PER_COMMAND = 256 * 1024;

/**
 * Closes the months of publishers into signed statements, as soon as every instance has closed the month and at the
 * latest three days after its end. Several processes may run this worker: a step that another process has taken
 * changes nothing, and each continues where the statement is.
 */
@Injectable()
export class CloseDueStatementsWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.closeDue(now()),
    everyMs: RUN_EVERY_MS,
    failure: 'closing usage statements failed',
  });

  constructor(
    private readonly store: EventStore,
    private readonly sources: StatementSources,
    private readonly signer: StatusSigner,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Closes all months that are due. A failure of one publisher does not stop the others; the next run retries it. */
  async closeDue(at: Date): Promise<void> {
    for (const id of await this.sources.publisherIds()) {
      try {
        while (!this.loop.stopping.aborted && (await this.closeNext(id, at)));
      } catch (err) {
        log.error({ err, publisher_id: id }, 'closing a usage statement failed');
      }
    }
  }

  /** Closes the next month of a publisher if it is due. Returns whether it did. */
  private async closeNext(publisherId: string, at: Date): Promise<boolean> {
    const state = await this.load(publisherId);
    const month = await this.nextMonth(publisherId, state);
    if (month === null) return false;
    if (state.status !== 'open') {
      const openInstances = await this.sources.openInstances(publisherId, month);
      // The first statement waits for the month before it too: it may turn out to be the first one with usage.
      const openBefore =
        state.status === 'absent' ? await this.sources.openInstances(publisherId, usageMonthBefore(month)) : 0;
      if (!isDue(month, openInstances + openBefore, at)) return false;
      const command = { publisherId, month, partial: openInstances > 0, at: at.toISOString() };
      await this.run('StartStatement', publisherId, (current) => startStatement(command, current));
    }
    for (;;) {
      const open = await this.load(publisherId);
      if (open.status !== 'open' || open.month !== month) return true;
      if (this.loop.stopping.aborted) return false;
      await this.continue(open, at);
    }
  }

  private async nextMonth(publisherId: string, state: UsageStatements): Promise<string | null> {
    switch (state.status) {
      case 'absent':
        return await this.sources.firstUsageMonth(publisherId);
      case 'open':
        return state.month;
      case 'closed':
        return monthAfter(state.last.month);
    }
  }

  /** Adds the next lines, or closes the statement when there are none. */
  private async continue({ publisherId, month, upTo }: OpenStatement, at: Date): Promise<void> {
    const page = await this.sources.usageWithLines(
      { publisherId, firstMonth: firstAdjustedMonth(month), lastMonth: month, after: upTo },
      { limit: LINES_PER_COMMAND, maxBytes: BYTES_PER_COMMAND },
    );
    const last = page.at(-1);
    if (last !== undefined) {
      const command = { month, after: upTo, lines: linesOf(page), upTo: placeOf(last) };
      await this.run('AddStatementLines', publisherId, (current) => addStatementLines(command, current));
      return;
    }
    const command = { month, after: upTo, at: at.toISOString(), sign: this.signer.signContent };
    await this.run('CloseStatement', publisherId, (current) => closeStatement(command, current));
    log.info({ publisher_id: publisherId, month }, 'usage statement closed');
  }

  private async load(publisherId: string): Promise<UsageStatements> {
    return (await this.store.load(streamRef(usageStatementStream, publisherId))).state;
  }

  private async run(name: string, publisherId: string, decide: StatementDecision): Promise<void> {
    await this.store.run({
      name,
      streams: { statement: streamRef(usageStatementStream, publisherId) },
      decide: ({ statement }) => forStream('statement', decide(statement)),
    });
  }
}

type StatementDecision = (state: UsageStatements) => ReturnType<typeof addStatementLines>;

function linesOf(page: readonly UsageWithLines[]) {
  return page.flatMap(({ month, item, stated, instance_id: instanceId }) => {
    const text = lineTextOf(month, item, stated);
    return text === null ? [] : [{ instanceId, text }];
  });
}

function placeOf({ month, plugin_id, alias, instance_id }: UsageWithLines): LinePlace {
  return [month, plugin_id, alias, instance_id];
}
