import { commandHandler } from '@kushk/broker';
import { freeTextProblems, workspaceRecords } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { MESSAGE_MAX_CODE_POINTS, sessionType } from '../session.js';
import { messageToWire } from '../session.view.js';
import { addMessage, type AddMessage } from './add-message.js';

export const AddMessageHandler = commandHandler(
  workspaceRecords.addMessage,
  {},
  async ({ organisation_id: organisationId, by, session_id: sessionId, text }, _found, { run, actor }) => {
    const problems = freeTextProblems('/text', text, { required: true, maxCodePoints: MESSAGE_MAX_CODE_POINTS });
    if (problems.length > 0) return refuse('session.invalid', { problems });
    const at = now().toISOString();
    const command: AddMessage = {
      message: { messageId: newId('msg'), sessionId, organisationId, authorId: by, text, at },
      viewer: { id: by, role: actor.kind === 'person' ? actor.role : 'member' },
    };
    return run({
      name: 'AddMessage',
      stream: streamRef(sessionType.stream, sessionId),
      command,
      decide: (message, session) => mapReply(addMessage(message, session), messageToWire),
    });
  },
);
