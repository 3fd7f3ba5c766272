/**
 * Gathers questions that wait at the same moment into one. While few are under way each goes out at once; the more
 * there are, the more share a round trip and one look-up at the other side. An answer is never older than its
 * question: who asks while a round is under way waits for the next one, so a revocation counts at once. A question that
 * no round has taken within `patienceMs` is given up: where the other side hangs nobody waits for more than that and one round.
 */
export class OneQuestionForMany<Question, Answer> {
  private readonly waiting = new Map<string, Waiting<Question, Answer>>();
  private underWay = 0;
  private scheduled = false;
  private watched = false;

  constructor(
    private readonly askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly limits: {
      readonly questionsPerRound: number;
      readonly roundsAtOnce: number;
      readonly patienceMs: number;
    },
    private readonly around: Around,
  ) {}

  /** Asks; equal keys mean equal questions, which are asked once per round. */
  ask(key: string, question: Question): Promise<Answer> {
    const same = this.waiting.get(key);
    if (same) return same.answer.promise;
    const waiting: Waiting<Question, Answer> = {
      question,
      askedAtMs: this.around.nowMs(),
      answer: withResolvers<Answer>(),
    };
    this.waiting.set(key, waiting);
    this.schedule();
    this.watch();
    return waiting.answer.promise;
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.size === 0 || this.underWay >= this.limits.roundsAtOnce) return;
    this.scheduled = true;
    this.around.later(() => {
      this.scheduled = false;
      void this.round();
    });
  }

  /** One timer for all, set for the one who has waited longest. */
  private watch(): void {
    if (this.watched) return;
    const [oldest] = this.waiting.values();
    if (oldest === undefined) return;
    this.watched = true;
    this.around.after(Math.max(0, oldest.askedAtMs + this.limits.patienceMs - this.around.nowMs()), () => {
      this.watched = false;
      this.giveUp();
      this.watch();
    });
  }

  private giveUp(): void {
    const askedBeforeMs = this.around.nowMs() - this.limits.patienceMs;
    for (const [key, { askedAtMs, answer }] of this.waiting) {
      if (askedAtMs > askedBeforeMs) return;
      this.waiting.delete(key);
      answer.reject(this.around.unanswered());
    }
  }

  private async round(): Promise<void> {
    const taken = [...this.waiting].slice(0, this.limits.questionsPerRound);
    for (const [key] of taken) this.waiting.delete(key);
    this.underWay += 1;
    this.schedule();
    try {
      const answers = await this.askAll(taken.map(([, { question }]) => question));
      if (answers.length !== taken.length) throw new RangeError(`${taken.length} questions, ${answers.length} answers`);
      taken.forEach(([, { answer }], index) => answer.resolve(answers[index]!));
    } catch (error) {
      for (const [, { answer }] of taken) answer.reject(error);
    } finally {
      this.underWay -= 1;
      this.schedule();
    }
  }
}

/** Time, as it passes outside. */
export interface Around {
  /** Runs what it is given after the questions of this turn of the event loop have come in. */
  readonly later: (run: () => void) => void;
  readonly after: (ms: number, run: () => void) => void;
  readonly nowMs: () => number;
  /** What they are told who have waited in vain. */
  readonly unanswered: () => Error;
}
interface Resolvers<Answer> {
  readonly promise: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}
interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly askedAtMs: number;
  readonly answer: Resolvers<Answer>;
}

/** `Promise.withResolvers` of ES2024. */
function withResolvers<Answer>(): Resolvers<Answer> {
  let resolve!: (answer: Answer) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<Answer>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
