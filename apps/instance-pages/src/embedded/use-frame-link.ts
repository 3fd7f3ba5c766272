import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { currentOrganisation, onRequest } from '@kushk/api-client';
import type { RevokeReason } from '@kushk/bridge-protocol';
import type {
  ApplicationMessage,
  DialogRequest,
  FrameMessage,
  FrameOpen,
  FrameReady,
  FrameState,
  ShellContext,
  ShellRequest,
} from './frame-link.js';

/** A dialog that the page waits for. `answer` closes it. */
export interface OpenDialog {
  readonly request: DialogRequest;
  readonly answer: (result: unknown) => void;
}

interface FrameLink {
  readonly state: FrameState | 'starting';
  readonly dialog: OpenDialog | null;
  /** Ends the connection of the page: it gets no handle any more, and its dialog closes. */
  readonly end: (reason: RevokeReason) => void;
}

/** Other tabs of this browser say so when the person signs out (libs/ui, session). */
const SESSION_CHANNEL = 'kushk-session';

/** Talks to the frame document in `iframe`, which is on our own origin. */
export function useFrameLink(
  iframe: RefObject<HTMLIFrameElement | null>,
  shell: ShellContext,
  onRequested: (request: ShellRequest) => void,
): FrameLink {
  const [state, setState] = useState<FrameLink['state']>('starting');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const port = useRef<MessagePort | null>(null);
  const latestShell = useEffectEvent(() => shell);
  const request = useEffectEvent(onRequested);

  useEffect(() => {
    const send = (message: ApplicationMessage): void => port.current?.postMessage(message);
    const receive = (message: FrameMessage): void => {
      switch (message.kind) {
        case 'dialog': {
          const { id, request: requested } = message;
          const answer = (result: unknown): void => {
            setDialog(null);
            send({ kind: 'answer', id, result });
          };
          setDialog({ request: requested, answer });
          break;
        }
        case 'dialog_gone':
          setDialog(null);
          break;
        case 'request':
          request(message.request);
          break;
        case 'state':
          setState(message.state);
          break;
      }
    };
    const open = ({ data, source, origin }: MessageEvent<unknown>): void => {
      const target = iframe.current?.contentWindow;
      if (!target || source !== target || origin !== location.origin || !isReady(data)) return;
      const { port1, port2 } = new MessageChannel();
      port.current?.close();
      port.current = port1;
      setState('starting');
      setDialog(null);
      port1.onmessage = (event: MessageEvent<FrameMessage>) => receive(event.data);
      const organisation = currentOrganisation();
      const message: FrameOpen = { type: 'kushk:frame-open', shell: latestShell(), organisation };
      target.postMessage(message, location.origin, [port2]);
    };
    window.addEventListener('message', open);
    return () => {
      window.removeEventListener('message', open);
      port.current?.close();
      port.current = null;
    };
  }, [iframe]);

  useEffect(() => {
    port.current?.postMessage({ kind: 'shell', shell } satisfies ApplicationMessage);
  }, [shell]);

  const end = useCallback((reason: RevokeReason) => {
    setDialog(null);
    port.current?.postMessage({ kind: 'end', reason } satisfies ApplicationMessage);
  }, []);
  useEndOfSession(end);

  return { state, dialog, end };
}

/** The session ends in another tab, or a request says that there is none any more. */
function useEndOfSession(end: (reason: RevokeReason) => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === 'ended') end('session_ended');
    };
    const stop = onRequest((event) => {
      if (event === 'unauthorized') end('session_ended');
    });
    return () => {
      channel.close();
      stop();
    };
  }, [end]);
}

function isReady(data: unknown): data is FrameReady {
  return typeof data === 'object' && data !== null && (data as Partial<FrameReady>).type === 'kushk:frame-ready';
}
