/** The specs of the recorded logs of a service (`recorded-log.ts`). */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fold, type Fact, type StreamType } from '@kushk/decider';
import type { RebuildReport, StoreDefinition } from '@kushk/event-store';
import type { ServiceName } from '@kushk/contracts';
import type { Type } from '@nestjs/common';
import { freshDatabase, type FreshDatabase } from './fresh-database.js';
import { kindOf, readRecordedLog, storeFacts } from './recorded-log.js';
import { startService, type ServiceUnderTest } from './service-under-test.js';

/** The streams of a log, as the current version folds them. */
export class FoldedLog {
  private readonly facts = new Map<string, Fact[]>();

  constructor(facts: readonly (Fact & { readonly stream_id: string })[]) {
    for (const fact of facts) this.facts.set(fact.stream_id, [...(this.facts.get(fact.stream_id) ?? []), fact]);
  }

  /** The state of each stream of a type, by the id of the stream. Throws when the log has none. */
  statesOf<State, F extends Fact>(type: StreamType<State, F>): Map<string, State> {
    const states = new Map<string, State>();
    for (const [id, facts] of this.facts)
      if (id.startsWith(`${type.category}-`)) states.set(id.slice(type.category.length + 1), fold(type, facts as F[]));
    if (states.size === 0) throw new Error(`the log has no stream of ${type.category}`);
    return states;
  }
}

export interface RecordedService {
  readonly name: Exclude<ServiceName, 'hub_gateway' | 'instance_gateway'>;
  readonly module: Type;
  readonly store: StoreDefinition;
  /** The folder of the recorded logs. */
  readonly logs: URL;
  /** The types of facts that the newest log may lack (`wallet BalanceLow`), with the reason. */
  readonly lacks: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Queries the service, and expects what the facts say. */
  readonly expectServed: (service: ServiceUnderTest, log: FoldedLog) => Promise<void>;
}

export function describeRecordedLogs(recorded: RecordedService): void {
  const { name, module, store, logs, lacks, environment, expectServed } = recorded;
  const files = readdirSync(logs).sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  if (files.length === 0) throw new Error(`${name} has no recorded log`);

  it('the newest recorded log has a fact of every type', () => {
    const { facts } = readRecordedLog(new URL(files.at(-1)!, logs));
    const found = new Set(facts.map(kindOf));
    const kinds = store.streams.flatMap(({ category, factTypes }) =>
      Object.keys(factTypes).map((type) => `${category} ${type}`),
    );
    expect(kinds.filter((kind) => !found.has(kind) && lacks[kind] === undefined)).toEqual([]);
  });

  describe.each(files)('the recorded log %s', (file) => {
    const { system, facts } = readRecordedLog(new URL(file, logs));
    let database: FreshDatabase;
    let service: ServiceUnderTest | undefined;
    let rebuilt: RebuildReport;

    const rebuildIn = async (mode: 'compare' | 'replace'): Promise<RebuildReport> => {
      const { rebuild } = await import('@kushk/event-store');
      return await rebuild({ ...store, databaseUrl: database.url, mode });
    };
    beforeAll(async () => {
      database = await freshDatabase(name);
      await rebuildIn('compare');
      await storeFacts(database.url, facts);
      await rebuildIn('replace');
      rebuilt = await rebuildIn('compare');
    });
    afterAll(async () => {
      await service?.stop();
      await database.drop();
    });

    it('is folded into states and views', () => {
      const streams = new Set(facts.map(({ stream_id }) => stream_id)).size;
      // A log has no contents, so those of content views are missing.
      expect(rebuilt).toMatchObject({ facts: facts.length, streams, differences: [] });
    });

    it('is served', async () => {
      service = await startService(name, module, {
        ...system.environment,
        ...environment,
        KUSHK_DATABASE_URL: database.url,
      });
      await expectServed(service, new FoldedLog(facts));
    });
  });
}
