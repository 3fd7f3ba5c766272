/** Whether e-mail reaches a person. */
import type { MailState } from '@kushk/contracts';
import type { MailAddresses } from './mail-addresses.view.js';
import type { Postbox } from './postbox.js';

export class MailStates {
  constructor(
    private readonly postbox: Postbox,
    private readonly addresses: MailAddresses,
  ) {}

  async of(personId: string): Promise<MailState> {
    const { state } = this.postbox;
    if (state === 'off') return 'off';
    if (!(await this.addresses.isKnown(personId))) return 'no_address';
    return state === 'mailbox' ? 'mailbox' : 'ready';
  }
}
