/** What was worked out from a text, kept for the next time: the least recently asked goes first. */
export class Kept<Value> {
  private readonly byText = new Map<string, { readonly value: Value; readonly characters: number }>();
  private characters = 0;

  /**
   * Keeps at most `maxEntries`, whose texts have at most `maxCharacters` together, with `charactersOf` their values where
   * those may be large; one longer than that is not kept.
   */
  constructor(
    private readonly limits: {
      readonly maxEntries: number;
      readonly maxCharacters: number;
      readonly charactersOf?: (value: Value) => number;
    },
  ) {}

  /** What `make` gives for the text, or gave before. */
  get(text: string, make: () => Value): Value {
    const entry = this.byText.get(text) ?? this.entryFor(text, make());
    if (this.byText.delete(text)) this.characters -= entry.characters;
    this.byText.set(text, entry);
    this.characters += entry.characters;
    for (const [oldest, { characters }] of this.byText) {
      if (this.byText.size <= this.limits.maxEntries && this.characters <= this.limits.maxCharacters) break;
      this.byText.delete(oldest);
      this.characters -= characters;
    }
    return entry.value;
  }

  private entryFor(text: string, value: Value): { readonly value: Value; readonly characters: number } {
    return { value, characters: text.length + (this.limits.charactersOf?.(value) ?? 0) };
  }
}
