/** A browser of a person at the hub's gateways, as far as signing in needs one: cookies and redirects. */
import { httpClient, type CodeFor, type HttpRequestOptions, type HttpResponse } from '@kushk/testing';
import type { HubHarness } from './hub-harness.js';

const OWN_ORIGIN = 'http://hub.test';

export class HubBrowser {
  readonly cookies = new Map<string, string>();
  /** All `Set-Cookie` headers that the browser has received. */
  readonly received: string[] = [];

  constructor(
    private readonly hub: HubHarness,
    private readonly origin = OWN_ORIGIN,
  ) {}

  /** Sends a request as the page's own script does. */
  fetch(path: string, sent: HttpRequestOptions = {}, gateway = 0): Promise<HttpResponse> {
    const isWrite = sent.method !== undefined && sent.method !== 'GET';
    const headers = {
      ...(isWrite && { origin: this.origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }),
      ...sent.headers,
    };
    return this.send(
      path,
      { ...sent, headers, ...(isWrite && sent.body === undefined && { json: sent.json ?? {} }) },
      gateway,
    );
  }

  /** Begins a sign-in, and returns the authorization request that reaches the provider. */
  async begin(returnTo = '/', gateway = 0): Promise<URLSearchParams> {
    const response = await this.send(`/session/sign-in?return_to=${encodeURIComponent(returnTo)}`, {}, gateway);
    return new URL(response.headers.location ?? '', 'http://none.test').searchParams;
  }

  /** Comes back from the provider with a code for the person. */
  async comeBack(person: CodeFor, gateway = 0): Promise<HttpResponse> {
    const query = new URLSearchParams({ code: this.hub.signIn.code(person), state: person.request.get('state')! });
    return await this.send(`/session/callback?${query.toString()}`, {}, gateway);
  }

  /** Signs a person in. */
  async signIn(person: Omit<CodeFor, 'request'>): Promise<HttpResponse> {
    return await this.comeBack({ ...person, request: await this.begin() });
  }

  private async send(path: string, sent: HttpRequestOptions, gateway: number): Promise<HttpResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await httpClient(this.hub.ports[gateway]!)(path, {
      ...sent,
      headers: { ...(cookie !== '' && { cookie }), ...sent.headers },
    });
    for (const line of response.headers['set-cookie'] ?? []) {
      this.received.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}
