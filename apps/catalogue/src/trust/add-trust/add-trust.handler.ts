import { commandHandler } from '@kushk/broker';
import { catalogueTrusts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { CONFIG, newId, realNow } from '@kushk/runtime';
import { checkUrl } from '@kushk/runtime/destination';
import { ownAddresses } from '@kushk/runtime/guarded-connector';
import { publisherStream } from '../../publisher/publisher.js';
import { trustStream } from '../trust.js';
import { addTrust } from './add-trust.js';

export const AddTrustHandler = commandHandler(
  catalogueTrusts.addTrust,
  { config: CONFIG },
  (request, { config }, { run }) => {
    const { publisher_id: publisherId, issuer, audience, claims, plugin_id, scopes, expires_at } = request;
    const policy = { production: config.environment === 'production', ownAddresses: ownAddresses() };
    const trustId = newId('tru');
    return run({
      name: 'AddTrust',
      streams: { publisher: streamRef(publisherStream, publisherId), trust: streamRef(trustStream, trustId) },
      command: {
        trustId,
        publisherId,
        issuer,
        isIssuerAllowed: checkUrl(issuer, policy).allowed,
        audience,
        claims,
        pluginId: plugin_id,
        scopes,
        public: request.public,
        expiresAt: expires_at,
        at: realNow().toISOString(),
      },
      decide: (command, states) => addTrust(command, states),
    });
  },
);
