/**
 * What is asked in one turn of the event loop goes out as one question: many handlers that were woken by the same packet
 * ask for much the same. An answer is never older than its question.
 */
export class InOneTurn<Key, Answer> {
  private gathering: { readonly keys: Set<Key>; readonly answers: Promise<ReadonlyMap<Key, Answer>> } | null = null;
  private readonly askAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>;

  /** `askAll` answers for the keys that there is an answer for. */
  constructor(askAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>) {
    this.askAll = askAll;
  }

  /** The answer for one key, or undefined. Rejects as `askAll` does. */
  async of(key: Key): Promise<Answer | undefined> {
    this.gathering ??= this.gather();
    this.gathering.keys.add(key);
    return (await this.gathering.answers).get(key);
  }

  private gather() {
    const keys = new Set<Key>();
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    const answers = turn.then(() => {
      this.gathering = null;
      return this.askAll([...keys]);
    });
    return { keys, answers };
  }
}
