/**
 * The lines of text of an entry of `kushk dev`: one, and for a call one more for each of its bodies. What a plugin
 * reads by itself, such as a list from time to time, has one line: there may be dozens in a minute.
 */
import { endOf, type DevEntry, type EntryOf, type SignatureVerdict } from '../dev/dev-entry.js';
import { printable, type Terminal } from '../terminal.js';
import { bodyLines } from './body-lines.js';

const MAX_TEXT = 300;

export function entryLines(terminal: Terminal, entry: DevEntry): readonly string[] {
  const isOwnRead =
    entry.kind === 'call_in' && entry.method === 'GET' && entry.caused_by === null && entry.status < 400;
  return [entryLine(terminal, entry), ...(isOwnRead ? [] : bodyLines(terminal, entry))];
}

export function entryLine(terminal: Terminal, entry: DevEntry): string {
  const time = terminal.paint('dim', timeOf(endOf(entry)));
  switch (entry.kind) {
    case 'call_out': {
      const { error, duration_ms, attempt, type, channel, sequence, delivery_id: id } = entry;
      const colour = error === null ? 'green' : 'red';
      const name = channel === 'event' ? `${type} #${sequence ?? ''}` : `${channel === 'tool' ? 'tool ' : ''}${type}`;
      const again = attempt > 1 ? ` ${terminal.translate`attempt ${attempt}`}` : '';
      const verdict = verdictText(terminal, entry);
      const result = terminal.paint(colour, printable(answerText(terminal, entry)));
      const about = terminal.paint('dim', `${duration_ms} ms  ${id}`);
      return `${time} ${terminal.paint('bold', '→')} ${printable(name)}${again}  ${result} ${about}${verdict}`;
    }
    case 'call_in': {
      const { method, path, status, code, duration_ms, request_id: id } = entry;
      const result = terminal.paint(status < 400 ? 'green' : 'red', `${status}${code === null ? '' : ` ${code}`}`);
      const request = `${method} ${printable(path)}`;
      const indent = entry.caused_by === null ? '' : '  ';
      const polled = polledText(terminal, entry);
      return `${time} ${indent}${terminal.paint('bold', '←')} ${request}  ${result}${polled} ${terminal.paint('dim', `${duration_ms} ms  ${id}`)}`;
    }
    case 'wallet':
      return `${time} ${terminal.paint('bold', '$')} ${terminal.translate`${entry.available} MU available, ${entry.held} held`}`;
    case 'proposal': {
      const about = terminal.paint('dim', `(${entry.record_type}, ${entry.id})`);
      return `${time} ${terminal.paint('bold', '?')} ${proposalState(terminal, entry)}  ${printable(entry.summary).slice(0, MAX_TEXT)} ${about}`;
    }
    case 'source': {
      const about = terminal.paint('dim', `(${entry.source_kind}, ${entry.id})`);
      return `${time} ${terminal.paint('bold', '?')} ${sourceState(terminal, entry)}  ${printable(entry.title).slice(0, MAX_TEXT)} ${about}`;
    }
    case 'plugin':
      return `${time} ${terminal.paint('dim', `| ${printable(entry.text)}`)}`;
    case 'note': {
      const colour = { info: 'dim', warning: 'yellow', error: 'red' } as const;
      return `${time} ${terminal.paint(colour[entry.level], entry.text)}`;
    }
  }
}

/** How many events a page had: many old ones show that the plugin has lost its cursor. */
function polledText(terminal: Terminal, { method, path, status, response_body: body }: EntryOf<'call_in'>): string {
  if (method !== 'GET' || path !== '/events' || status !== 200 || body === null) return '';
  // A body that is cut is of a long page.
  const ids = body.match(/"id":"evt_/g) ?? [];
  return ` ${terminal.translate`events: ${ids.length}`}`;
}

/** The answer of the plugin, and what was wrong with it. */
export function answerText(terminal: Terminal, entry: EntryOf<'call_out'>): string {
  const { status, error, content_type: type, location, simulated_outage: isSimulated, channel } = entry;
  if (isSimulated) return terminal.translate`nothing was sent: "kushk dev down" makes the plugin unreachable`;
  if (error === 'timeout' && channel !== 'tool')
    return terminal.translate`no answer within ten seconds: store the event, answer, and then do what takes long`;
  if (status === null) return withoutAnswer(terminal, error ?? '');
  if (status >= 300 && status < 400)
    return terminal.translate`${status} redirect to ${location ?? '-'}: it is not followed, and no function of the plugin ran`;
  if (error === 'tool.answer_invalid') return terminal.translate`${status} ${type ?? '-'}: not {"content": …} as JSON`;
  if (error === 'tool.answer_too_large') return terminal.translate`${status}: more than 1 MiB`;
  return String(status);
}

/** Why a call has no answer. The codes are those of the deliveries in the instance API. */
function withoutAnswer(terminal: Terminal, error: string): string {
  switch (error) {
    case 'connect':
      return terminal.translate`no connection: the plugin does not listen there`;
    case 'dns':
      return terminal.translate`no connection: its host name is not known`;
    case 'timeout':
      return terminal.translate`no answer in time`;
    case 'reset':
      return terminal.translate`the connection broke before the answer`;
    default:
      return error;
  }
}

function proposalState(terminal: Terminal, { status, settled_by }: EntryOf<'proposal'>): string {
  switch (status) {
    case 'pending':
      return terminal.paint('yellow', terminal.translate`proposal waits`);
    case 'applied':
      return terminal.paint(
        'green',
        settled_by === 'rule' ? terminal.translate`proposal applied by a rule` : terminal.translate`proposal applied`,
      );
    case 'rejected':
      return terminal.paint('red', terminal.translate`proposal rejected`);
    case 'withdrawn':
      return terminal.translate`proposal withdrawn`;
  }
}

function sourceState(terminal: Terminal, { status }: EntryOf<'source'>): string {
  switch (status) {
    case 'pending':
      return terminal.paint('yellow', terminal.translate`source waits`);
    case 'accepted':
      return terminal.paint('green', terminal.translate`source accepted`);
    case 'dismissed':
      return terminal.paint('red', terminal.translate`source dismissed`);
  }
}

function verdictText(
  terminal: Terminal,
  { signature, channel }: { readonly signature: SignatureVerdict; readonly channel: string },
): string {
  switch (signature) {
    case 'verified':
      return terminal.paint('dim', `  ${terminal.translate`signature verified`}`);
    case 'not_verified':
      return `  ${terminal.paint('yellow', terminal.translate`signature not verified: forged calls are accepted too`)}`;
    case 'rejected': {
      const why =
        channel === 'lifecycle'
          ? terminal.translate`signature rejected: the plugin must trust the keys of KUSHK_BASE_URL and have the id of the manifest`
          : terminal.translate`signature rejected: the plugin verifies a body other than the one it received, or its secret is missing or wrong ("kushk store reconnect" gives it new credentials)`;
      return `  ${terminal.paint('red', why)}`;
    }
    case 'unknown':
      return '';
  }
}

/** `14:05:09`, of this machine's time zone. */
export function timeOf(atMs: number): string {
  const date = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
