import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, capabilities, registered, removed } from '../../../test/endpoint-facts.js';
import { endpointStream } from '../endpoint.js';
import { registerEndpoint } from './register-endpoint.js';

const command = { organisationId: 'org_a', pluginId: 'ir.acme.invoices', sealedSecret: 'first', capabilities, at };

describe('registerEndpoint', () => {
  it('registers the address, the secret and the subscribed events of a new installation', () => {
    given(endpointStream)
      .when((endpoint) => registerEndpoint(endpoint, command))
      .thenFacts(registered)
      .thenState({ status: 'registered', callsAllowed: true, credentials: { status: 'not_sent' } });
  });

  it('appends no fact when the installation is registered already', () => {
    given(endpointStream, registered)
      .when((endpoint) => registerEndpoint(endpoint, command))
      .thenFacts();
  });

  it('appends no fact for a removed endpoint', () => {
    given(endpointStream, registered, removed)
      .when((endpoint) => registerEndpoint(endpoint, command))
      .thenFacts();
  });
});
