/**
 * A browser without a window: cookies with their attributes, redirects, and the login form of the local provider. For
 * tests of what crosses the wire; `browser.ts` has a real one.
 */
import { httpClient, type HttpRequestOptions, type HttpResponse } from '@kushk/testing';

const MAX_REDIRECTS = 10;

interface Cookie {
  readonly value: string;
  readonly path: string;
}
export interface Arrival {
  readonly url: URL;
  readonly response: HttpResponse;
}

export class PersonBrowser {
  /** By origin and name: tests look at the cookies of one gateway, although browsers share those of a host. */
  private readonly cookies = new Map<string, Map<string, Cookie>>();

  /** `origin` is that of the pages that the person uses, `password` that of every account of the local provider. */
  constructor(
    readonly origin: string,
    private readonly password: string,
  ) {}

  /** The value of a cookie of the pages. */
  cookie(name: string): string | undefined {
    return this.cookieAt(this.origin, name);
  }

  cookieAt(origin: string, name: string): string | undefined {
    return this.cookies.get(origin)?.get(name)?.value;
  }

  setCookie(name: string, value: string): void {
    this.cookiesOf(this.origin).set(name, { value, path: '/' });
  }

  /** Sends a request as the page's own script does. */
  fetch(path: string, sent: HttpRequestOptions = {}): Promise<HttpResponse> {
    const isWrite = sent.method !== undefined && sent.method !== 'GET' && sent.method !== 'HEAD';
    return this.send(new URL(path, this.origin), {
      ...(isWrite && sent.body === undefined && { json: {} }),
      ...sent,
      headers: { 'sec-fetch-site': 'same-origin', ...(isWrite && { origin: this.origin }), ...sent.headers },
    });
  }

  /** Opens an address and follows redirects, also to the provider and back, but none to a path in `unopened`. */
  async open(address: string, sent: HttpRequestOptions = {}, unopened: readonly string[] = []): Promise<Arrival> {
    let url = new URL(address, this.origin);
    let response = await this.send(url, { headers: { accept: 'text/html' }, ...sent });
    for (let hop = 0; hop < MAX_REDIRECTS && response.headers.location !== undefined; hop += 1) {
      url = new URL(response.headers.location, url);
      if (unopened.includes(url.pathname)) break;
      response = await this.send(url, { headers: { accept: 'text/html' } });
    }
    return { url, response };
  }

  /** Signs in with the form of the local provider. Returns where the browser arrives. */
  async signIn(username: string, returnTo = '/'): Promise<Arrival> {
    const { url, response } = await this.open(`/session/sign-in?return_to=${encodeURIComponent(returnTo)}`);
    if (url.origin === this.origin) return { url, response };
    return await this.submitSignIn(url, username);
  }

  /** Submits the form of the local provider, as `open` does. */
  submitSignIn(url: URL, username: string, unopened: readonly string[] = []): Promise<Arrival> {
    return this.submit(url, { username, password: this.password }, unopened);
  }

  /** Submits a form to an address and follows redirects, as `open` does. */
  async submit(url: URL, fields: Readonly<Record<string, string>>, unopened: readonly string[] = []): Promise<Arrival> {
    const body = new URLSearchParams(fields).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    return await this.open(url.href, { method: 'POST', body, headers }, unopened);
  }

  private async send(url: URL, sent: HttpRequestOptions): Promise<HttpResponse> {
    const cookie = [...this.cookiesOf(url.origin)]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const response = await httpClient(Number(url.port))(url.pathname + url.search, {
      ...sent,
      headers: { host: url.host, ...(cookie !== '' && { cookie }), ...sent.headers },
    });
    for (const line of response.headers['set-cookie'] ?? []) this.receive(url.origin, line);
    return response;
  }

  private receive(origin: string, line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    const attribute = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const expires = attribute('expires');
    const isGone = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now());
    const cookies = this.cookiesOf(origin);
    if (isGone) cookies.delete(name);
    else cookies.set(name, { value, path: attribute('path') ?? '/' });
  }

  private cookiesOf(origin: string): Map<string, Cookie> {
    let cookies = this.cookies.get(origin);
    if (cookies === undefined) this.cookies.set(origin, (cookies = new Map<string, Cookie>()));
    return cookies;
  }
}
