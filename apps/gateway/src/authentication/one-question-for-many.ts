/**
 * Gathers questions that wait at the same moment into one. While few are under way each goes out at once; the more
 * there are, the more share a round trip and one look-up at the other side. An answer is never older than its
 * question: who asks while a round is under way waits for the next one, so a revocation counts at once.
 */
export class OneQuestionForMany<Question, Answer> {
  private readonly waiting = new Map<string, Waiting<Question, Answer>>();
  private underWay = 0;
  private scheduled = false;

  constructor(
    private readonly askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    private readonly limits: { readonly questionsPerRound: number; readonly roundsAtOnce: number },
    /** Runs what it is given after the questions of this turn of the event loop have come in. */
    private readonly later: (run: () => void) => void,
  ) {}

  /** Asks; equal keys mean equal questions, which are asked once per round. */
  ask(key: string, question: Question): Promise<Answer> {
    const same = this.waiting.get(key);
    if (same) return same.answer.promise;
    const waiting: Waiting<Question, Answer> = { question, answer: withResolvers<Answer>() };
    this.waiting.set(key, waiting);
    this.schedule();
    return waiting.answer.promise;
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.size === 0 || this.underWay >= this.limits.roundsAtOnce) return;
    this.scheduled = true;
    this.later(() => {
      this.scheduled = false;
      void this.round();
    });
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

interface Resolvers<Answer> { readonly promise: Promise<Answer>; readonly resolve: (answer: Answer) => void; readonly reject: (error: unknown) => void }
interface Waiting<Question, Answer> { readonly question: Question; readonly answer: Resolvers<Answer> }

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
