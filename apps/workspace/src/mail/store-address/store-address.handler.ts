import { commandHandler, respond } from '@kushk/broker';
import { workspaceNotifications } from '@kushk/contracts';
import { MailAddresses } from '../mail-addresses.view.js';
import { Postbox } from '../postbox.js';

/** An instance that sends no e-mail stores no addresses. */
export const StoreAddressHandler = commandHandler(
  workspaceNotifications.storeMailAddress,
  { addresses: MailAddresses, postbox: Postbox },
  async ({ address, ...identity }, { addresses, postbox }) => {
    await addresses.store(identity, postbox.state === 'off' ? null : address);
    return respond(null);
  },
);
