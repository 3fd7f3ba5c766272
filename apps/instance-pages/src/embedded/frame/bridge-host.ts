/** The service's side of the bridge: talks to the page of a plugin in its iframe (docs/reference/bridge.md). */
import {
  ALIVE,
  isTooLarge,
  PROTOCOL_VERSION,
  readPortRequest,
  readRequest,
  RequestRate,
  type BridgeRequest,
  type Context,
  type Hello,
  type Init,
  type PortEvent,
  type PortReply,
  type RevokeReason,
  type WireError,
} from '@kushk/bridge-protocol';
import type { DialogRequest, FrameState, ShellContext, ShellRequest } from '../frame-link.js';
import type { FrameData } from './frame-data.js';
import type { HandleAnswer } from './handle-issuer.js';

type BridgeProblem = Pick<WireError, 'code' | 'params'>;

/** What the host needs of its surroundings. */
export interface HostOptions {
  readonly data: FrameData;
  /** The window of the plugin's iframe. */
  readonly page: () => Window | null;
  readonly issueHandle: () => Promise<HandleAnswer>;
  /** Resolves when the person has answered. Rejects with a problem when the dialog cannot be shown. */
  readonly openDialog: (request: DialogRequest) => Promise<unknown>;
  /** Closes the open dialog, because the page that asked is gone. */
  readonly closeDialog: () => void;
  readonly request: (request: ShellRequest) => void;
  readonly onState: (state: FrameState) => void;
}

const CAPABILITIES = [
  'handle',
  'confirm',
  'pickPerson',
  'pickCase',
  'toast',
  'resize',
  'navigate',
  'setTitle',
  'setDirty',
];
const HELLO_TIMEOUT_MS = 10_000;
const ALIVE_TIMEOUT_MS = 1_000;
const DIALOGS = { requests: 10, windowMs: 60_000 };

export class BridgeHost {
  private shell: ShellContext;
  private port: MessagePort | null = null;
  private seq = 0;
  private isDialogOpen = false;
  private hasGreeted = false;
  private hasEnded = false;
  private helloTimer: ReturnType<typeof setTimeout> | undefined;
  private aliveTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly rate = new RequestRate();
  private readonly dialogRate = new RequestRate(DIALOGS);

  constructor(
    private readonly options: HostOptions,
    shell: ShellContext,
  ) {
    this.shell = shell;
    this.expectHello();
  }

  /** A message on the frame document's window. Only a hello of the plugin's own page counts. */
  receive({ data, source, origin }: Pick<MessageEvent<unknown>, 'data' | 'source' | 'origin'>): void {
    if (source !== this.options.page()) return;
    if (origin !== this.options.data.page.origin) return;
    if (!isHello(data) || this.hasEnded) return;
    if (data.v !== PROTOCOL_VERSION) {
      const params = { min: PROTOCOL_VERSION, max: PROTOCOL_VERSION };
      this.post({ reason: 'refused', nonce: data.nonce, error: { ...noMessage, code: 'version_unsupported', params } });
      return;
    }
    this.connect(data.nonce);
  }

  /**
   * The iframe has loaded a document. Its page says hello before or after, or has to answer on the port that it is the
   * one that said hello before: otherwise the connection belongs to a document that is gone.
   */
  pageLoaded(): void {
    this.expectHello();
    if (this.hasGreeted) this.aliveTimer = setTimeout(() => this.disconnect(), ALIVE_TIMEOUT_MS);
    else this.disconnect();
    this.hasGreeted = false;
    this.post({ reason: 'load' });
  }

  changeShell(shell: ShellContext): void {
    this.shell = shell;
    this.post({ reason: 'change' });
  }

  changeVisibility(visible: boolean): void {
    this.send({ event: 'visibility', data: { visible } });
  }

  /** Ends the connection for good: the page gets no handle any more. */
  end(reason: RevokeReason): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.pageIsAlive();
    this.send({ event: 'handle.revoked', data: { reason } });
    this.disconnect();
    this.options.onState(reason === 'installation_removed' ? 'removed' : 'ended');
  }

  private expectHello(): void {
    this.pageIsAlive();
    this.helloTimer = setTimeout(() => this.options.onState('silent'), HELLO_TIMEOUT_MS);
  }

  private pageIsAlive(): void {
    clearTimeout(this.helloTimer);
    clearTimeout(this.aliveTimer);
  }

  private connect(nonce: string): void {
    this.pageIsAlive();
    this.disconnect();
    this.hasGreeted = true;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => void this.answer(data, port1);
    this.post({ reason: 'connect', nonce }, [port2]);
    this.options.onState('connected');
  }

  private disconnect(): void {
    this.port?.close();
    this.port = null;
    if (!this.isDialogOpen) return;
    this.isDialogOpen = false;
    this.options.closeDialog();
  }

  private async answer(data: unknown, port: MessagePort): Promise<void> {
    const read = readPortRequest(data);
    if (read === null || this.port !== port) return;
    this.pageIsAlive();
    if (read.method === ALIVE) return;
    const { id } = read;
    const reply = (answer: PortReply): void => {
      // A later connection has another port.
      if (this.port === port) port.postMessage(answer);
    };
    const refuse = (problem: BridgeProblem): void => reply({ id, ok: false, error: { ...noMessage, ...problem } });
    const waitMs = this.rate.admit(performance.now());
    if (waitMs > 0) return refuse({ code: 'rate_limited', params: { retryAfterMs: Math.ceil(waitMs) } });
    if (isTooLarge(read.params)) return refuse({ code: 'bad_params', params: { problems: ['params'] } });
    const request = readRequest(read);
    if ('code' in request) return refuse(request);
    try {
      reply({ id, ok: true, result: await this.run(request) });
    } catch (problem) {
      refuse(problem as BridgeProblem);
    }
  }

  private async run(request: BridgeRequest): Promise<unknown> {
    switch (request.method) {
      case 'handle.get': {
        const answer = await this.options.issueHandle();
        if ('issued' in answer) return answer.issued;
        if ('error' in answer) throw answer.error;
        this.end(answer.ended);
        throw { code: answer.ended, params: {} } satisfies BridgeProblem;
      }
      case 'ui.confirm':
      case 'ui.pickPerson':
      case 'ui.pickCase':
        return await this.dialog(request);
      default:
        this.options.request(request);
        return null;
    }
  }

  private async dialog(request: DialogRequest): Promise<unknown> {
    if (this.isDialogOpen) throw { code: 'dialog_busy', params: {} } satisfies BridgeProblem;
    const waitMs = this.dialogRate.admit(performance.now());
    if (waitMs > 0) throw { code: 'rate_limited', params: { retryAfterMs: Math.ceil(waitMs) } } satisfies BridgeProblem;
    this.isDialogOpen = true;
    try {
      return await this.options.openDialog(request);
    } finally {
      this.isDialogOpen = false;
    }
  }

  private send(event: PortEvent): void {
    this.port?.postMessage(event);
  }

  /** Always to the plugin's origin: a document of another origin in the iframe receives nothing. */
  private post(init: Pick<Init, 'reason' | 'nonce' | 'error'>, transfer: MessagePort[] = []): void {
    if (this.hasEnded) return;
    this.seq += 1;
    const message: Init = {
      type: 'service:init',
      v: PROTOCOL_VERSION,
      ...init,
      seq: this.seq,
      context: this.context(),
    };
    this.options.page()?.postMessage(message, this.options.data.page.origin, transfer);
  }

  private context(): Context {
    const { installation, surface, panel, apiBase, service } = this.options.data;
    return { ...this.shell, installation, surface, panel, apiBase, service, capabilities: CAPABILITIES };
  }
}

/** The page has the messages of the codes. */
const noMessage = { message: '' };

function isHello(data: unknown): data is Hello {
  if (typeof data !== 'object' || data === null) return false;
  const { type, v, nonce } = data as Partial<Hello>;
  return type === 'service:hello' && typeof v === 'number' && typeof nonce === 'string';
}
