import type { ServiceName } from '@kushk/contracts';
import { answerLine, answersSubject, batchLimits } from './batch-format.js';
import type { BrokerConnection } from '../../connection/broker-connection.js';
import { LineBatches } from './line-batches.js';

/**
 * Sends the answers to the requests of batches. The answers of one event-loop turn to one process are sent in one
 * message, also when their requests arrived in different batches. An answer that takes longer delays no other.
 */
export class AnswerBatches {
  private readonly turn: LineBatches<string>;

  constructor(
    private readonly connection: Pick<BrokerConnection, 'send' | 'beforeSending'>,
    private readonly owner: { readonly scope: string; readonly service: ServiceName },
  ) {
    this.turn = new LineBatches(() => connection.beforeSending(() => this.sendTurn()));
  }

  /** Throws `RangeError` when the answer is too large for NATS. */
  add(answerTo: string, token: string, text: string): void {
    const line = answerLine(token, text);
    if (line.length > batchLimits.answerCharacters) this.send(answerTo, line);
    else this.turn.add(answerTo, line, line.length);
  }

  private sendTurn(): void {
    for (const { key, lines } of this.turn.take()) this.send(key, lines.join('\n'));
  }

  private send(answerTo: string, text: string): void {
    this.connection.send(answersSubject({ ...this.owner, answerTo }), Buffer.from(text));
  }
}
