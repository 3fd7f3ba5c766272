/**
 * The formats that are checked, each in time proportional to the text. Any other format is an annotation, as JSON
 * Schema 2020-12 defines it (docs/reference/json-schema.md).
 */

/** No date, address or identifier is longer. Bounds the cost of a format check. */
export const MAX_FORMATTED_CHARACTERS = 4_096;

export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': (text) => isDate(text.slice(0, 10)) && /^[Tt]$/.test(text.charAt(10)) && isTime(text.slice(11)),
  duration: isDuration,
  uri: (text) => isUriReference(text) && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text),
  'uri-reference': isUriReference,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uuid: (text) => /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text),
  'json-pointer': (text) => /^(?:\/(?:[^~/]|~[01])*)*$/u.test(text),
  regex: isRegularExpression,
};

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339, `full-date`. */
function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const days = DAYS[Number(month) - 1];
  if (days === undefined) return false;
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  return Number(day) >= 1 && Number(day) <= (month === '02' && isLeap ? 29 : days);
}

const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** RFC 3339, `full-time`. The second 60 exists only at the end of a day in UTC. */
function isTime(text: string): boolean {
  const found = TIME.exec(text);
  if (found === null) return false;
  const [, hour, minute, second, sign, offsetHour = '0', offsetMinute = '0'] = found;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return false;
  if (Number(second) < 60) return true;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? 1 : -1);
  const minuteOfDay = (Number(hour) * 60 + Number(minute) + offset + 1_440) % 1_440;
  return Number(second) === 60 && minuteOfDay === 1_439;
}

const DATE_PART = /^(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?$/;
const TIME_PART = /^(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)$/;

/** RFC 3339, appendix A. */
function isDuration(text: string): boolean {
  if (/^P\d+W$/.test(text)) return true;
  const [, date = '', time] = /^P((?:\d+[YMD])*)(?:T((?:\d+[HMS])+))?$/.exec(text) ?? [];
  if (!DATE_PART.test(date)) return false;
  return time === undefined ? date !== '' : TIME_PART.test(time);
}

/** RFC 3986, appendix B: the parts of any reference. */
const URI_PARTS = /^(?:([^:/?#]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const PATH = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9a-fA-F]{2})*$/;
const QUERY = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9a-fA-F]{2})*$/;
const USER = /^(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9a-fA-F]{2})*$/;
const NAME = /^(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9a-fA-F]{2})*$/;
const FUTURE_ADDRESS = /^[vV][0-9a-fA-F]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/;

function isUriReference(text: string): boolean {
  const [, scheme, authority, path = '', query = '', fragment = ''] = URI_PARTS.exec(text) ?? [];
  if (scheme !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return false;
  if (!PATH.test(path) || !QUERY.test(query) || !QUERY.test(fragment)) return false;
  return authority === undefined ? !path.startsWith('//') : isAuthority(authority);
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@');
  if (at >= 0 && !USER.test(authority.slice(0, at))) return false;
  const [, literal, name = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/s.exec(authority.slice(at + 1)) ?? [];
  if (!/^\d*$/.test(port)) return false;
  if (literal === undefined) return !authority.slice(at + 1).includes('[') && NAME.test(name);
  return isIpv6(literal) || FUTURE_ADDRESS.test(literal);
}

const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const QUOTED = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/;

/** RFC 5321, `Mailbox`. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1) return false;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (!QUOTED.test(local) && !local.split('.').every((atom) => ATOM.test(atom))) return false;
  const [, literal] = /^\[(.*)\]$/s.exec(domain) ?? [];
  if (literal === undefined) return isHostname(domain);
  return literal.startsWith('IPv6:') ? isIpv6(literal.slice(5)) : isIpv4(literal);
}

const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

/** RFC 1123, section 2.1. A label with hyphens in the third and fourth place must be one of IDNA (RFC 5890). */
function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  return text
    .split('.')
    .every((label) => label.length <= 63 && LABEL.test(label) && (label.slice(2, 4) !== '--' || /^xn--./i.test(label)));
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** RFC 4291, section 2.2, without a zone. */
function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const [before = '', after, ...more] = text.split('::');
  if (more.length > 0) return false;
  const groups = (part: string, mayEndWithIpv4: boolean): number => {
    if (part === '') return 0;
    const all = part.split(':');
    const last = all.at(-1) ?? '';
    const hasIpv4 = mayEndWithIpv4 && last.includes('.');
    if (hasIpv4 && !isIpv4(last)) return Number.NaN;
    const plain = hasIpv4 ? all.slice(0, -1) : all;
    return plain.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group)) ? plain.length + (hasIpv4 ? 2 : 0) : Number.NaN;
  };
  if (after === undefined) return groups(before, true) === 8;
  return groups(before, false) + groups(after, true) <= 7;
}

/** ECMA-262 with the flag `u`. */
function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
