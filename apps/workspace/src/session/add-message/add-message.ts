import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { canSee, type Viewer } from '../../platform-record/visibility.js';
import { sessionType, type Session, type SessionFact, type SessionMessage } from '../session.js';

export interface AddMessage {
  readonly message: SessionMessage;
  readonly viewer: Viewer;
}

/** Adds a message to a session that its author can see. */
export function addMessage({ message, viewer }: AddMessage, session: Session): Decision<SessionFact[], SessionMessage> {
  switch (session.status) {
    case 'absent':
      return refuse('session.not_found');
    case 'present': {
      const isVisible = canSee(viewer, sessionType.visibility(session.fields));
      if (session.organisationId !== message.organisationId || !isVisible) return refuse('session.not_found');
      return accept([{ type: 'SessionMessageAdded', data: message }], message);
    }
    default:
      return unreachable(session);
  }
}
