/** Collects the text of a file up to a limit. A reader stops when the sink is full. */
export class TextSink {
  private readonly parts: string[] = [];
  private length = 0;

  /** `maxLength` is in UTF-16 units. */
  constructor(private readonly maxLength: number) {}

  get isFull(): boolean {
    return this.length >= this.maxLength;
  }

  append(text: string): void {
    if (text === '' || this.isFull) return;
    const part = text.slice(0, this.maxLength - this.length);
    this.parts.push(part);
    this.length += part.length;
  }

  text(): string {
    return this.parts.join('');
  }
}
