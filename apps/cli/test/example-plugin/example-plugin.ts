/**
 * A plugin without the SDK that fulfils the contract, and that can have one defect. `kushk plugin test` must find
 * exactly this defect.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXAMPLE_VERSION, type Defect } from './defects.js';
import { answerLifecycle } from './example-lifecycle.js';
import { ExampleProcess, ExampleState, type ApiAnswer, type ExampleEvent, type Known } from './example-state.js';
import type { RestartKind } from './example-state.js';
import { furtherRequest } from './further-request.js';
import { isSigned, type Call, type Has } from './signatures.js';

interface ExampleOptions {
  readonly defect: Defect | null;
  readonly hub: () => string;
  readonly onOutput?: (text: string) => void;
}
interface Answer {
  /** 0: the connection breaks. */
  readonly status: number;
  readonly body?: unknown;
}

/** The deadline of a tool for its reads. */
const TOOL_TIMEOUT_MS = 1_200;
/** How long a process takes to do what it has put off. */
const PUT_OFF_MS = 1;

export class ExamplePlugin {
  private state = new ExampleState();
  private process = new ExampleProcess();
  /** The events that are handled now: a copy that arrives meanwhile gets the same answer. */
  private readonly inProgress = new Map<string, Promise<number>>();
  private readonly lastRead = new Map<string, unknown>();
  private firstHandle: string | null = null;
  private storedEvents: readonly string[] = [];

  private constructor(
    private readonly server: Server,
    readonly baseUrl: string,
    private readonly options: ExampleOptions,
  ) {}

  static async start(options: ExampleOptions): Promise<ExamplePlugin> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const plugin = new ExamplePlugin(server, baseUrl, options);
    server.on('request', (request, response) => {
      plugin.respond(request, response).catch(() => response.writeHead(500).end());
    });
    return plugin;
  }

  stop(): void {
    this.process.end();
    this.server.close();
    this.server.closeAllConnections();
  }

  restart({ isKilled = false, isFresh = false }: RestartKind = {}): Promise<void> {
    const { state, has } = this;
    this.process.end();
    this.process = new ExampleProcess();
    this.inProgress.clear();
    if (isKilled && has('stores handled events only when it stops')) state.handled = new Set(this.storedEvents);
    this.storedEvents = [...state.handled];
    if (has('forgets handled events at a restart')) state.handled = new Set();
    const isLost = isFresh && !has('stores its state in a folder of its own');
    if (isLost || has('forgets everything at a restart')) this.state = new ExampleState();
    return Promise.resolve();
  }

  private readonly has: Has = (...defects) => defects.some((defect) => defect === this.options.defect);

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
    const url = new URL(request.url ?? '/', this.baseUrl);
    if (request.method === 'GET') return this.page(url, response);
    const call: Call = {
      headers: request.headers,
      text,
      json: JSON.parse(text) as Call['json'],
      installationId: String(request.headers['service-installation-id']),
    };
    const { status, body = {} } = await this.answerTo(url.pathname, call);
    if (status === 0) return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private async answerTo(path: string, call: Call): Promise<Answer> {
    const { state, has } = this;
    if (path === '/notes') return this.addNote(call.json);
    if (path === '/service/lifecycle') {
      if (has('writes its credentials to its output')) this.options.onOutput?.(`installed ${call.text}\n`);
      return { status: await answerLifecycle({ state, hub: this.options.hub(), has }, call) };
    }
    if (this.refusesVersion(path, call)) return { status: 400 };
    const known = state.known.get(call.installationId);
    if (path !== '/service/events') return this.tool(call, known);
    const status = await this.event(call, known);
    const isReporting = status === 401 && has('answers with the secret that it expects');
    return { status, ...(isReporting && { body: { expected: known?.secrets } }) };
  }

  private refusesVersion(path: string, { headers }: Call): boolean {
    if (headers['service-plugin-version'] === EXAMPLE_VERSION) return false;
    const isTool = path !== '/service/events';
    return (
      this.has('serves only the version that it was built for') ||
      (isTool && this.has('serves tools only in the version that it was built for'))
    );
  }

  private async page(url: URL, response: ServerResponse): Promise<void> {
    const found = this.state.known.get(url.searchParams.get('installation_id') ?? '');
    const origin = found === undefined ? "'none'" : new URL(found.apiBase).origin;
    const policy = this.has('lets every page be embedded') ? '*' : origin;
    const isRendered = found !== undefined && this.has('renders the records into its page');
    const records = isRendered ? (await this.process.notes(found)).content : '';
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': `frame-ancestors ${policy}` })
      .end(`<!doctype html>${JSON.stringify(records)}`);
  }

  /** `POST /notes {installation_id, handle, text}`: a person adds a note on the page. */
  private async addNote({ installation_id, handle, text }: Call['json']): Promise<Answer> {
    const known = this.state.known.get(String(installation_id));
    if (known === undefined) return { status: 404 };
    const isTrusting = this.has('acts for its page without a check of the handle');
    const { status } = await this.process.request(known, '/installation', { handle: String(handle) });
    if (status !== 200 && !isTrusting) return { status: 403 };
    const isRandom = this.has('charges for each click of its page with a new key');
    await this.process.charge(known, isRandom ? crypto.randomUUID() : 'note.page');
    const written = await this.process.request(known, '/records/note/page', {
      method: 'PUT',
      body: { data: { text } },
    });
    return { status: written.status };
  }

  private async event(call: Call, known: Known | undefined): Promise<number> {
    const { headers, installationId } = call;
    const { has, state } = this;
    if (has('accepts every event')) return 200;
    const event = call.json as unknown as ExampleEvent;
    const isUnsigned = headers['service-signature'] === undefined;
    const secrets = has('accepts the secret of any installation')
      ? [...state.known.values()].flatMap((one) => one.secrets)
      : (known?.secrets ?? []);
    const isVerified =
      (isUnsigned && has('accepts events without a signature')) ||
      (!isUnsigned && has('does not compare signatures')) ||
      isSigned(call, secrets, has);
    if (!isVerified || known === undefined) return 401;
    if (has('fails at every event')) return 500;
    if (event.installation_id !== installationId) return 400;
    if (event.type === 'plugin.test.unknown') return has('rejects unknown event types') ? 400 : 200;
    if (event.type === 'plugin.settings.changed' && has('fails at a type of event that it asks for')) return 500;
    if (event.sequence < known.sequence && has('rejects older events')) return 409;
    state.known.set(installationId, { ...known, sequence: Math.max(known.sequence, event.sequence) });
    const id = has('recognises repetitions by the header') ? String(headers['service-event-id']) : event.id;
    const current = has('handles concurrent copies of an event') ? undefined : this.inProgress.get(id);
    const handling = current ?? this.handleOnce(known, event, id).finally(() => this.inProgress.delete(id));
    this.inProgress.set(id, handling);
    return handling;
  }

  private async handleOnce(known: Known, event: ExampleEvent, id: string): Promise<number> {
    const { has, process } = this;
    const { handled } = this.state;
    if (handled.has(id) && has('charges again for a repeated event')) await process.charge(known, crypto.randomUUID());
    if (handled.has(id) && !has('handles repeated events again')) return 200;
    const work = async (): Promise<void> => {
      const isNewest = await process.storeOutcome(known, event, has('lets an older revision overwrite a newer one'));
      const { external_id: externalId } = event.data;
      if (isNewest && externalId !== undefined) await process.charge(known, this.keyOf(event), externalId);
      const more = furtherRequest(event, has);
      if (more !== null) await process.request(known, more.path, more);
    };
    if (has('marks an event as handled before its effect')) handled.add(id);
    try {
      if (has('acknowledges before the effect'))
        void process
          .wait(PUT_OFF_MS)
          .then(work)
          .catch(() => undefined);
      else await work();
    } catch {
      if (!has('acknowledges an event whose effect failed')) return 500;
    }
    handled.add(id);
    return 200;
  }

  private keyOf({ id }: ExampleEvent): string {
    if (this.has('charges with one key for everything')) return 'charge';
    return this.has('charges with a new key at each attempt') ? crypto.randomUUID() : `event.${id}`;
  }

  private async tool(call: Call, known: Known | undefined): Promise<Answer> {
    const { has } = this;
    const isVerified = has('does not verify tool calls') || isSigned(call, known?.secrets ?? [], has);
    if (!isVerified || known === undefined) return { status: 401 };
    this.firstHandle ??= String(call.json['handle']);
    const read = await this.readAndWrite(known, String(call.json['handle']));
    if (read?.status === 503 && has('breaks the connection when the API fails')) return { status: 0 };
    const cached = has('keeps what a tool read for the next person') ? this.lastRead.get(known.apiBase) : undefined;
    const content = cached ?? (read?.status === 200 ? read.content : null);
    this.lastRead.set(known.apiBase, content);
    return { status: 200, body: has('answers tools without content') ? { result: content } : { content } };
  }

  /** Resolves with null when the API does not answer in time. The deadline also holds for the body of the answer. */
  private async readAndWrite(known: Known, handle: string): Promise<ApiAnswer | null> {
    const { has, process } = this;
    const isWaiting = has('waits for the API without a deadline');
    const isCertain = has('breaks the connection when the API fails', 'keeps what a tool read for the next person');
    const used = has('reads in a tool with the handle of an earlier call') ? (this.firstHandle ?? handle) : handle;
    const none = (): null => null;
    const read = process.notes(known, {
      isFirstOnly: has('reads only the first page of a list'),
      ...(!has('reads in a tool without the handle') && { handle: used }),
      timeoutMs: isWaiting ? 60_000 : isCertain ? 3_000 : TOOL_TIMEOUT_MS,
    });
    if (has('writes in a tool'))
      await process.request(known, '/records/note/searched', { method: 'PUT', body: { data: {} }, handle }).catch(none);
    if (has('charges in a tool')) await process.charge(known, crypto.randomUUID()).catch(none);
    return read.catch(none);
  }
}
