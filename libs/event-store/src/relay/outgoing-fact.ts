import { subjectToken } from '@kushk/contracts';
import type { RecordedFact } from '../command.js';
import { requireKnown } from '../log/unknown-fact.js';
import { factHeaders, type OutgoingFact } from './fact-stream.js';
import type { Publication } from './publication.js';
import { cursorText, type Cursor } from './relay-cursor.js';

/**
 * Translates a recorded fact into a public one; returns null for a fact that stays inside the service. Throws
 * `UnknownFact` for a type that this version does not know, because a newer one may publish it.
 */
export type FactTranslator = (fact: RecordedFact, cursor: Cursor) => OutgoingFact | null;

/** Size of the message on the wire, headers included, in bytes. */
export function messageBytes({ eventId, headers, body }: OutgoingFact): number {
  let bytes = reservedHeaderBytes + eventId.length + Buffer.byteLength(body);
  for (const name in headers) bytes += name.length + Buffer.byteLength(headers[name] as string) + headerOverhead;
  return bytes;
}

/** `Name: value` and the end of the line. */
const headerOverhead = 4;
/** The status line, `Nats-Msg-Id`, `Nats-Expected-Last-Sequence` and `Kushk-Epoch`. */
const reservedHeaderBytes = 130;

export function factTranslator(scope: string, publications: readonly Publication[]): FactTranslator {
  const byCategory = new Map(publications.map((publication) => [publication.of.category, publication]));
  return (fact, cursor) => {
    const publication = byCategory.get(fact.category);
    if (publication === undefined) return null;
    requireKnown(publication.of, fact);
    const published = publication.translate(fact);
    if (published === null) return null;
    const headers: Record<string, string> = {
      [factHeaders.cursor]: cursorText(cursor),
      [factHeaders.stream]: fact.streamId,
      [factHeaders.version]: String(fact.version),
      [factHeaders.type]: published.type.subject,
      [factHeaders.at]: fact.at.toISOString(),
    };
    if (fact.meta.traceparent !== undefined) headers[factHeaders.traceparent] = fact.meta.traceparent;
    const subject = `${scope}.${published.type.subject}.${subjectToken(fact.streamId)}`;
    return { subject, eventId: fact.eventId, headers, body: JSON.stringify(published.data) };
  };
}
