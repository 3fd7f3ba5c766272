/** The only token in a mail: it ends the e-mails to one person, and nothing else. It never expires. */
import { seal, SealBroken, unseal, type SealingKey } from '@kushk/credentials';

const CONTEXT = 'mail-unsubscribe';

export class UnsubscribeTokens {
  constructor(
    private readonly keys: readonly SealingKey[],
    private readonly origin: string,
  ) {}

  async urlFor(personId: string): Promise<string> {
    const token = await seal(this.keys, { personId }, CONTEXT);
    return `${this.origin}/unsubscribe?${new URLSearchParams({ token }).toString()}`;
  }

  /** The person of a token; null for any other text. */
  async personOf(token: string): Promise<string | null> {
    try {
      return (await unseal<{ personId: string }>(this.keys, token, CONTEXT)).personId;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }
}
