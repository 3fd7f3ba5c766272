/** The document that embeds one page of a plugin. It works only inside the application, on the same origin. */
import type { ApplicationMessage, DialogRequest, FrameMessage, FrameOpen, FrameReady } from '../frame-link.js';
import { BridgeHost } from './bridge-host.js';
import { readFrameData, type FrameData } from './frame-data.js';
import { issueHandle } from './handle-issuer.js';

const SANDBOX = 'allow-scripts allow-forms allow-same-origin allow-popups allow-downloads';

const data = readFrameData();
if (data !== null && window.parent !== window) waitForApplication(data);

function waitForApplication(frame: FrameData): void {
  const receive = ({ data: message, source, origin, ports }: MessageEvent<unknown>): void => {
    const [port] = ports;
    if (source !== window.parent || origin !== location.origin || !isOpen(message) || port === undefined) return;
    window.removeEventListener('message', receive);
    open(frame, message, port);
  };
  window.addEventListener('message', receive);
  window.parent.postMessage({ type: 'kushk:frame-ready' } satisfies FrameReady, location.origin);
}

function isOpen(message: unknown): message is FrameOpen {
  return typeof message === 'object' && message !== null && (message as Partial<FrameOpen>).type === 'kushk:frame-open';
}

function open(frame: FrameData, { shell, organisation }: FrameOpen, application: MessagePort): void {
  const iframe = document.createElement('iframe');
  const dialogs = new Dialogs(application);
  let record = shell.record;
  const host = new BridgeHost(
    {
      data: frame,
      page: () => iframe.contentWindow,
      issueHandle: () => issueHandle(frame, record, organisation),
      openDialog: (request) => dialogs.open(request),
      closeDialog: () => dialogs.close(),
      request: (request) => send(application, { kind: 'request', request }),
      onState: (state) => send(application, { kind: 'state', state }),
    },
    shell,
  );
  application.onmessage = ({ data: message }: MessageEvent<ApplicationMessage>) => {
    switch (message.kind) {
      case 'shell':
        ({ record } = message.shell);
        paint(message.shell.theme.mode);
        host.changeShell(message.shell);
        break;
      case 'answer':
        dialogs.answer(message);
        break;
      case 'end':
        host.end(message.reason);
        break;
    }
  };
  window.addEventListener('message', (event) => host.receive(event));
  document.addEventListener('visibilitychange', () => host.changeVisibility(!document.hidden));
  iframe.addEventListener('load', () => host.pageLoaded());
  paint(shell.theme.mode);
  iframe.title = document.title;
  iframe.setAttribute('sandbox', SANDBOX);
  iframe.setAttribute('allow', '');
  iframe.referrerPolicy = 'no-referrer';
  iframe.src = frame.page.url;
  document.body.append(iframe);
}

/** A frame with another colour scheme than its document is painted opaque. */
function paint(mode: 'light' | 'dark'): void {
  document.documentElement.style.colorScheme = mode;
}

function send(application: MessagePort, message: FrameMessage): void {
  application.postMessage(message);
}

/** At most one dialog of this page, which the application draws. */
class Dialogs {
  private lastId = 0;
  private waiting: { readonly resolve: (result: unknown) => void; readonly reject: (problem: unknown) => void } | null =
    null;

  constructor(private readonly application: MessagePort) {}

  open(request: DialogRequest): Promise<unknown> {
    this.lastId += 1;
    send(this.application, { kind: 'dialog', id: this.lastId, request });
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
  }

  close(): void {
    send(this.application, { kind: 'dialog_gone', id: this.lastId });
    this.waiting?.reject({ code: 'disconnected', params: {} });
    this.waiting = null;
  }

  answer({ id, result, error }: Extract<ApplicationMessage, { kind: 'answer' }>): void {
    if (id !== this.lastId || this.waiting === null) return;
    const { resolve, reject } = this.waiting;
    this.waiting = null;
    if (error === undefined) resolve(result);
    else reject(error);
  }
}
