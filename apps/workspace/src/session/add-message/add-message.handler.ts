import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { freeTextProblems, workspaceRecords, type RequestOf, type SessionMessageResource } from '@kushk/contracts';
import { forStream, mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { MESSAGE_MAX_CODE_POINTS, sessionType } from '../session.js';
import { messageToWire } from '../session.view.js';
import { addMessage, type AddMessage } from './add-message.js';

@Controller()
export class AddMessageHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspaceRecords.addMessage.subject)
  async handle(
    request: RequestOf<typeof workspaceRecords.addMessage>,
    context: RequestContext,
  ): Promise<Outcome<SessionMessageResource>> {
    const { organisation_id: organisationId, by, session_id: sessionId, text } = request;
    const problems = freeTextProblems('/text', text, { required: true, maxCodePoints: MESSAGE_MAX_CODE_POINTS });
    if (problems.length > 0) return refuse('session.invalid', { problems });
    const { actor } = context;
    const command: AddMessage = {
      message: {
        messageId: newId('msg'),
        sessionId,
        organisationId,
        authorId: by,
        text,
        at: now().toISOString(),
      },
      viewer: { id: by, role: actor.kind === 'person' ? actor.role : 'member' },
    };
    return await this.store.run({
      name: 'AddMessage',
      streams: { session: streamRef(sessionType.stream, sessionId) },
      decide: ({ session }) => forStream('session', mapReply(addMessage(command, session), messageToWire)),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}
