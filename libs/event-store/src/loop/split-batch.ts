/** How a batch that PostgreSQL rejects is split. */
import { streamIdOf, type AnyStreamRef } from '@kushk/decider';
import type { AnyCommand } from './decide-batch.js';

/** Splits the commands into at most `count` parts, between streams if there are several streams. */
export function partsOf<Item extends { readonly command: AnyCommand }>(
  items: readonly Item[],
  count: number,
): readonly Item[][] {
  const byStream = [...Map.groupBy(items, ({ command }) => firstStreamId(command)).values()];
  const groups = byStream.length === 1 ? items.map((item) => [item]) : byStream;
  const size = Math.ceil(groups.length / count);
  return Array.from({ length: Math.ceil(groups.length / size) }, (_, part) =>
    groups.slice(part * size, (part + 1) * size).flat(),
  );
}

/** The first stream that a command names. */
export function firstStreamId(command: AnyCommand): string {
  for (const name in command.streams) return streamIdOf(command.streams[name] as AnyStreamRef);
  throw new TypeError(`${command.name} names no stream`);
}
