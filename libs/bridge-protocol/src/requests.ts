/** Reads what a page requests on the port. The page is a stranger: nothing of a request is used before it is read. */
import type { BridgeErrorCode, RecordReference } from './bridge-api.js';
import { cleanText } from './clean-text.js';
import type { PortRequest } from './messages.js';

/** A request that the shell may carry out. */
export type BridgeRequest =
  | { readonly method: 'handle.get' }
  | {
      readonly method: 'ui.confirm';
      readonly title: string;
      readonly message: string | null;
      readonly tone: 'normal' | 'danger';
    }
  | {
      readonly method: 'ui.pickPerson' | 'ui.pickCase';
      readonly title: string | null;
      readonly multiple: boolean;
    }
  | { readonly method: 'ui.toast'; readonly message: string; readonly tone: 'info' | 'success' | 'error' }
  | { readonly method: 'ui.resize'; readonly height: number }
  | { readonly method: 'ui.setTitle'; readonly title: string }
  | { readonly method: 'ui.setDirty'; readonly dirty: boolean }
  | { readonly method: 'ui.navigate'; readonly record: RecordReference | null; readonly panel: string | null };

export interface RequestProblem {
  readonly code: Extract<BridgeErrorCode, 'method_unknown' | 'bad_params'>;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The longest message of a page on the port, in characters of its JSON. */
export const MAX_MESSAGE_CHARACTERS = 64 * 1024;
/** A title longer than this is cut, and so are the texts below. */
export const MAX_TITLE = 80;
export const MAX_DIALOG_TEXT = 600;
export const MAX_TOAST_TEXT = 200;
const MAX_ID = 200;
const MAX_KEY = 64;
/** The smallest and the largest height of a panel, in CSS pixels. */
export const PANEL_HEIGHT = { min: 80, max: 4_000 } as const;

/** Returns the id, method and params of a message on the port; null for anything else, which gets no answer. */
export function readPortRequest(data: unknown): PortRequest | null {
  if (!isObject(data)) return null;
  const { id, method, params } = data;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || typeof method !== 'string') return null;
  return { id, method: method.slice(0, MAX_KEY), params };
}

/** Whether the message is larger than the shell reads. Values that JSON cannot express count as too large. */
export function isTooLarge(params: unknown): boolean {
  try {
    return (JSON.stringify(params) ?? '').length > MAX_MESSAGE_CHARACTERS;
  } catch {
    return true;
  }
}

/** Checks method and params, and removes from texts what could deceive a reader. */
export function readRequest({ method, params = {} }: PortRequest): BridgeRequest | RequestProblem {
  const read = Object.hasOwn(readers, method) ? readers[method] : undefined;
  if (read === undefined) return { code: 'method_unknown', params: { method } };
  if (!isObject(params)) return badParams(['params']);
  const problems: string[] = [];
  const request = read(new Fields(params, problems));
  return problems.length > 0 ? badParams([...new Set(problems)]) : request;
}

const readers: Readonly<Record<string, (from: Fields) => BridgeRequest>> = {
  'handle.get': () => ({ method: 'handle.get' }),
  'ui.confirm': (from) => ({
    method: 'ui.confirm',
    title: from.text('title', MAX_TITLE) ?? from.missing('title', ''),
    message: from.text('message', MAX_DIALOG_TEXT),
    tone: from.oneOf('tone', ['normal', 'danger']) ?? 'normal',
  }),
  'ui.pickPerson': (from) => ({ method: 'ui.pickPerson', ...pick(from) }),
  'ui.pickCase': (from) => ({ method: 'ui.pickCase', ...pick(from) }),
  'ui.toast': (from) => ({
    method: 'ui.toast',
    message: from.text('message', MAX_TOAST_TEXT) ?? from.missing('message', ''),
    tone: from.oneOf('tone', ['info', 'success', 'error']) ?? 'info',
  }),
  'ui.resize': (from) => ({ method: 'ui.resize', height: from.height('height') }),
  'ui.setTitle': (from) => ({ method: 'ui.setTitle', title: from.text('title', MAX_TITLE) ?? '' }),
  'ui.setDirty': (from) => ({ method: 'ui.setDirty', dirty: from.flag('dirty') }),
  'ui.navigate': (from) => ({ method: 'ui.navigate', record: from.record('record'), panel: from.id('panel', MAX_KEY) }),
};

function pick(from: Fields): { readonly title: string | null; readonly multiple: boolean } {
  return { title: from.text('title', MAX_TITLE), multiple: from.flag('multiple') };
}

/** Reads fields and collects the names of those that are wrong. An absent field is null. */
class Fields {
  constructor(
    private readonly params: Readonly<Record<string, unknown>>,
    private readonly problems: string[],
  ) {}

  text(name: string, max: number): string | null {
    const value = this.present(name);
    if (value === undefined) return null;
    if (typeof value !== 'string') return this.missing(name, null);
    const text = cleanText(value, max);
    return text === '' ? null : text;
  }

  oneOf<const Value extends string>(name: string, values: readonly Value[]): Value | null {
    const value = this.present(name);
    if (value === undefined) return null;
    return values.find((one) => one === value) ?? this.missing(name, null);
  }

  flag(name: string): boolean {
    const value = this.present(name) ?? false;
    return typeof value === 'boolean' ? value : this.missing(name, false);
  }

  height(name: string): number {
    const value = this.params[name];
    if (typeof value !== 'number' || !Number.isFinite(value)) return this.missing(name, 0);
    return Math.round(Math.min(PANEL_HEIGHT.max, Math.max(PANEL_HEIGHT.min, value)));
  }

  id(name: string, max: number): string | null {
    const value = this.present(name);
    if (value === undefined) return null;
    return isId(value, max) ? value : this.missing(name, null);
  }

  record(name: string): RecordReference | null {
    const value = this.present(name);
    if (value === undefined) return null;
    if (!isObject(value) || !isId(value['type'], MAX_KEY) || !isId(value['id'], MAX_ID))
      return this.missing(name, null);
    return { type: value['type'], id: value['id'] };
  }

  /** Notes that the field is wrong or missing. */
  missing<Value>(name: string, value: Value): Value {
    this.problems.push(name);
    return value;
  }

  private present(name: string): unknown {
    return this.params[name] ?? undefined;
  }
}

function isId(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= max;
}

function badParams(problems: readonly string[]): RequestProblem {
  return { code: 'bad_params', params: { problems } };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
