import type { FastifyRequest } from 'fastify';
import { catalogueMembers } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';
import type { Authenticator } from './authenticator.js';
import type { Authenticated, PublisherMemberCaller } from './caller.js';
import type { PersonIdentifier } from './person-identifier.js';
import { ofSignIn } from './sign-in-authenticators.js';

/**
 * Authenticates people of the publisher that the path names. Their membership is read from the catalogue on every
 * request. A publisher that the person does not belong to is rejected like one that does not exist, within the rate
 * limit of the person.
 */
export class PublisherMemberAuthenticator implements Authenticator {
  constructor(private readonly people: PersonIdentifier) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<PublisherMemberCaller | null>> {
    const signIn = await this.people.identify(request, send);
    const { subject } = signIn;
    const { publisher_id } = request.params as { readonly publisher_id: string };
    try {
      const { reply } = await send(catalogueMembers.authenticateMember, { ...ofSignIn(signIn), publisher_id });
      const { id: member_id, name } = reply.member;
      return {
        caller: reply,
        actor: { kind: 'publisher_member', publisher_id, member_id, subject, name },
        name: `publisher_member:${member_id}`,
      };
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'publisher.not_found') throw error;
      return { caller: null, actor: { kind: 'system' }, name: `publisher_member:${subject}`, rejection: error };
    }
  }
}
