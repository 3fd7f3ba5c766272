/** The routes: the calls of the platform, the page with its files, and what the page asks of this server. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { dateIn, KushkError, serveEmbeddedPage, type Plugin } from '@kushk/plugin-sdk';
import { sellReminder } from './reminders.js';

const page = { title: 'Reminders', styles: ['app.css'], scripts: ['app.mjs'] };
const files: Readonly<Record<string, string>> = {
  '/pages/app.mjs': 'text/javascript',
  '/pages/texts.mjs': 'text/javascript',
  '/pages/app.css': 'text/css',
};
const MAX_BODY_CHARACTERS = 10_000;

export function requestListener(plugin: Plugin): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const route = `${request.method} ${path}`;
    // The signature covers the raw body, so the plugin comes before anything that parses bodies.
    if (plugin.serves(request)) return plugin(request, response);
    if (path === '/pages/app') return void serveEmbeddedPage(plugin, { request, response }, page);
    if (route === 'POST /reminders') return void answerPage(plugin, { route, request, response });
    if (path === '/health') return send(response, 200, { status: 'ok' });
    const type = files[path];
    if (type === undefined) return send(response, 404, { code: 'not_found' });
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' });
    response.end(readFileSync(new URL(`../..${path}`, import.meta.url)));
  };
}

interface PageCall {
  readonly route: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** `POST /reminders {installation_id, handle, id, title, days}`: a person adds a reminder on the page. */
async function answerPage(plugin: Plugin, { route, request, response }: PageCall): Promise<void> {
  try {
    const values = Object(JSON.parse(await readText(request))) as Record<string, unknown>;
    const { installation_id, handle, id, title, days } = values;
    if ((await plugin.installation(String(installation_id))) === null)
      return send(response, 404, { code: 'not_found' });
    const client = await plugin.client(String(installation_id));
    const person = client.onBehalfOf(String(handle));
    const { locale } = await person.installation(); // refuses a handle that is not valid, before anything is charged
    const day = dateIn(locale.timezone, Number(days));
    await sellReminder(client, person, { id: String(id), title: String(title), day });
    send(response, 201, { status: 'proposed' });
  } catch (error) {
    // The page shows a text for the codes of the API that it knows, such as wallet.insufficient_balance.
    if (error instanceof KushkError) {
      console.error(`${error.status} ${route} failed: ${error.message} | ${error.requestId}`);
      send(response, error.status, { code: error.code });
    } else if (error instanceof SyntaxError || error instanceof RangeError)
      send(response, 400, { code: 'request.invalid' }); // no JSON, too long, or days that lead to no date
    else {
      console.error(`500 ${route} failed`, error); // only the log tells what failed
      send(response, 500, { code: 'plugin.failed' });
    }
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > MAX_BODY_CHARACTERS) throw new RangeError('the body is too long');
  }
  return text;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
