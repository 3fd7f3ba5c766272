import type { Language } from './problem.js';

type Params = Readonly<Record<string, unknown>>;
type Sentence = (params: Params) => readonly [english: string, persian: string] | null;

/** A param as text, for a sentence; never an object. */
function text(value: unknown): string {
  if (Array.isArray(value)) return value.map(text).join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const countProblems: Sentence = ({ problems }) => {
  if (!Array.isArray(problems) || problems.length === 0) return null;
  const count = problems.length;
  return [`${count} ${count === 1 ? 'problem' : 'problems'} found`, `${count.toLocaleString('fa-IR')} مشکل پیدا شد`];
};

const sentences: Readonly<Record<string, Sentence>> = {
  'request.invalid': countProblems,
  'catalogue.manifest_invalid': countProblems,
  'record.invalid': countProblems,
  'tool.arguments_invalid': countProblems,
  'installation.settings_invalid': countProblems,
  'request.malformed': ({ reason }) =>
    reason ? [`The request cannot be read: ${text(reason)}`, `درخواست خواندنی نیست: ${text(reason)}`] : null,
  'request.method_not_allowed': ({ allowed }) =>
    allowed ? [`This address takes ${text(allowed)}`, `این نشانی این متدها را می‌پذیرد: ${text(allowed)}`] : null,
  'auth.scope_missing': ({ scope }) => [
    `This needs the scope ${text(scope)}`,
    `این کار دامنهٔ ${text(scope)} را می‌خواهد`,
  ],
  'installation.scope_pending': ({ scope }) => [
    `The scope ${text(scope)} waits for the consent of the admin`,
    `دامنهٔ ${text(scope)} در انتظار رضایت مدیر است`,
  ],
  'auth.role_missing': ({ required }) =>
    required
      ? [`This needs one of these roles: ${text(required)}`, `این کار یکی از این نقش‌ها را می‌خواهد: ${text(required)}`]
      : null,
  'catalogue.transition_invalid': ({ from, to, allowed }) => [
    `From ${text(from)} the release cannot become ${text(to)}; allowed: ${text(allowed) || 'none'}`,
    `از ${text(from)} به ${text(to)} نمی‌توان رفت؛ مجاز: ${text(allowed) || 'هیچ'}`,
  ],
  'wallet.insufficient_balance': ({ required, available }) => [
    `${text(required)} MU are needed, ${text(available)} are available`,
    `${text(required)} MU لازم است و ${text(available)} موجود است`,
  ],
  'usage.month_invalid': ({ hint }) => (hint ? [text(hint), text(hint)] : null),
};

/** One sentence about this very refusal, or null where the title says it all. */
export function detailOf(code: string, params: Params, language: Language): string | null {
  const sentence = sentences[code]?.(params);
  return sentence ? sentence[language === 'fa' ? 1 : 0] : null;
}
