/** What was worked out from a text, kept for the next time: the least recently asked goes first. */
export class Kept<Value> {
  private readonly byText = new Map<string, Value>();
  private characters = 0;

  /** Keeps at most `maxEntries`, whose texts have at most `maxCharacters` together; one longer than that is not kept. */
  constructor(private readonly limits: { readonly maxEntries: number; readonly maxCharacters: number }) {}

  /** What `make` gives for the text, or gave before. */
  get(text: string, make: () => Value): Value {
    const value = this.byText.has(text) ? (this.byText.get(text) as Value) : make();
    if (this.byText.delete(text)) this.characters -= text.length;
    this.byText.set(text, value);
    this.characters += text.length;
    for (const oldest of this.byText.keys()) {
      if (this.byText.size <= this.limits.maxEntries && this.characters <= this.limits.maxCharacters) break;
      this.byText.delete(oldest);
      this.characters -= oldest.length;
    }
    return value;
  }
}
