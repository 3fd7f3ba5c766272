/**
 * The text of a batch: the requests of one event-loop turn to one service in one NATS message, and the answers that
 * are ready in one turn (docs/adr/0025-requests-in-batches.md). Each request and each answer is one line, so that a
 * malformed one affects no other, and a reader finds the token of an answer without parsing its JSON.
 */
import type { ServiceName } from '@kushk/contracts';

/** Bounds of one batch, of requests or of answers. */
export const batchLimits = {
  /** Lines of a batch. A service handles many more at once. */
  lines: 128,
  /** UTF-16 characters of a batch. A line beyond it starts another batch. */
  characters: 256 * 1024,
  /** A longer request has its own message: it gains nothing from a batch, and the others would wait for its parsing. */
  requestCharacters: 8 * 1024,
  /** A longer answer has its own message, for the same reason. */
  answerCharacters: 64 * 1024,
};

/** A line after the first one of a batch of requests. */
export interface RequestLine {
  /** Pairs the answer with the request. */
  readonly token: string;
  /** Subject of the request, without scope. */
  readonly subject: string;
  /** The envelope of the request. */
  readonly text: string;
  /** Size of the line in UTF-8. */
  readonly bytes: number;
}

/** A line of a batch of answers. */
export interface AnswerLine {
  readonly token: number;
  /** The envelope of the reply. */
  readonly text: string;
  /** Size of the line in UTF-8. */
  readonly bytes: number;
}

/** The subject of batches to a service, without scope. The subject of a request has one token more. */
export function batchSubject(service: ServiceName): string {
  return `cmd.${service}.batch`;
}

/**
 * The subject of a service's answers to the requests of one process. A service may publish control messages below its
 * own name, and only gateways receive them: so an answer needs no permission of its own (`allow_responses` covers one
 * message per request message, and a batch has several), and no service can answer in the name of another one.
 */
export function answersSubject({
  scope,
  service,
  answerTo,
}: {
  readonly scope: string;
  readonly service: string;
  readonly answerTo: string;
}): string {
  return `${scope}.ctl.${service}.answers.${answerTo}`;
}

/** The service that has published a message to `answersSubject`. */
export function answeringService(subject: string): string | undefined {
  return subject.split('.', 3)[2];
}

/** Whether a text can be a part of a line. JSON of a client, which is copied unchanged, may contain line breaks. */
export function isOneLine(text: string): boolean {
  return !text.includes('\n');
}

export function requestLine(token: number, subject: string, text: string): string {
  return `${token} ${subject} ${text}`;
}

export function answerLine(token: string, text: string): string {
  return `${token} ${text}`;
}

/** `answerTo` names the process that sends the requests: the last token of the subject of the answers. */
export function requestBatch(answerTo: string, lines: readonly string[]): string {
  return `${answerTo}\n${lines.join('\n')}`;
}

/** Parses a batch of requests; their JSON is not parsed yet. Throws `TypeError`. */
export function parseBatch(data: Uint8Array): { readonly answerTo: string; readonly requests: RequestLine[] } {
  const [answerTo = '', ...lines] = linesOf(data);
  if (!/^[A-Za-z0-9]{1,64}$/.test(answerTo)) throw new TypeError('a batch must name its sender');
  const requests = lines.flatMap((line) => {
    const first = line.indexOf(' ');
    const second = line.indexOf(' ', first + 1);
    if (first < 1 || second === -1) return [];
    const [token, subject] = [line.slice(0, first), line.slice(first + 1, second)];
    return [{ token, subject, text: line.slice(second + 1), bytes: Buffer.byteLength(line) }];
  });
  return { answerTo, requests };
}

/** Parses a batch of answers; their JSON is not parsed yet. */
export function parseAnswers(data: Uint8Array): AnswerLine[] {
  return linesOf(data).flatMap((line) => {
    const space = line.indexOf(' ');
    if (space < 1) return [];
    return [{ token: Number(line.slice(0, space)), text: line.slice(space + 1), bytes: Buffer.byteLength(line) }];
  });
}

function linesOf(data: Uint8Array): string[] {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8').split('\n');
}
