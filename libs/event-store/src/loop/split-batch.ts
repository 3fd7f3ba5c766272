/** How a batch that PostgreSQL rejects is split. */
import { streamIdOf, type AnyStreamRef } from '@kushk/decider';
import type { AnyCommand } from './decide-batch.js';

/** Splits the commands into two halves, between streams if there are several streams. */
export function halves<Item extends { readonly command: AnyCommand }>(items: readonly Item[]): [Item[], Item[]] {
  const byStream = [...Map.groupBy(items, ({ command }) => firstStreamId(command)).values()];
  if (byStream.length === 1) {
    const middle = Math.ceil(items.length / 2);
    return [items.slice(0, middle), items.slice(middle)];
  }
  const middle = Math.ceil(byStream.length / 2);
  return [byStream.slice(0, middle).flat(), byStream.slice(middle).flat()];
}

/** The first stream that a command names. */
export function firstStreamId(command: AnyCommand): string {
  for (const name in command.streams) return streamIdOf(command.streams[name] as AnyStreamRef);
  throw new TypeError(`${command.name} names no stream`);
}
