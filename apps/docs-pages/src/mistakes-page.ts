/** Draws the page of the mistakes that newcomers make most, from docs/guide/mistakes.yaml. */
import { codeEntry } from '@kushk/edge';
import { checkSource } from '@kushk/manifest';
import { withNpx } from './command-name.js';
import { pageOfCode, type ErrorDocument } from './error-pages.js';
import { code, escapeHtml, table, withCode } from './html.js';
import { codeBlock, outputBlock } from './markdown.js';
import { addressOf, type Page } from './page.js';
import type { Language, Text } from './texts.js';

type Problem = ReturnType<typeof checkSource>['problems'][number];
type ManifestMistake = Text & { readonly replace: readonly [from: string, to: string] };
export interface Mistakes {
  readonly service_origin: string;
  readonly manifest: string;
  readonly mistakes: readonly ManifestMistake[];
  readonly calls: readonly CallMistake[];
  readonly codes: readonly (Text & { readonly code: string; readonly request: string; readonly sees: Text })[];
  readonly commands: readonly CommandMistake[];
  readonly npm: readonly NpmMistake[];
}
/** `log` is what the SDK logs, in English. */
type CallMistake = Text & {
  readonly key: string;
  readonly answer: string;
  readonly log: string;
  readonly explained: { readonly fa: string };
};
type CommandMistake = Text & {
  readonly key: string;
  readonly command: string;
  readonly exit: number;
  readonly sees: Text;
};
/** What npm prints when it does not find the command, and what to do. */
type NpmMistake = Text & {
  readonly key: string;
  readonly command: string;
  readonly line: string;
  readonly next: Text;
};

const words = {
  title: { en: 'Mistakes and what they look like', fa: 'اشتباه‌های رایج' },
  intro: {
    en: 'What newcomers get wrong most often, what they see, and what to do next. `npx @kushk/cli manifest check FILE` finds the mistakes in a manifest, each with its line, before anything runs.',
    fa: 'چیزهایی که تازه‌کارها بیشتر اشتباه می‌کنند، آنچه می‌بینند و کاری که باید بکنند. فرمان `npx @kushk/cli manifest check FILE` اشتباه‌های مانیفست را پیش از اجرا پیدا می‌کند و سطر هر کدام را می‌گوید.',
  },
  manifest: { en: 'In the manifest', fa: 'در مانیفست' },
  calls: { en: 'In calls to your plugin', fa: 'در فراخوانی‌های افزونه' },
  callsIntro: {
    en: 'The SDK answers a wrong call with a short code and writes the cause and the remedy into the log of your plugin: `error` of the line that `log` receives.',
    fa: 'SDK به فراخوانی نادرست با کدی کوتاه پاسخ می‌دهد و علت و راه‌حل را به انگلیسی در لاگ افزونه می‌نویسد: فیلد `error` در سطری که به `log` می‌رسد.',
  },
  codes: { en: 'In calls to the API', fa: 'در فراخوانی‌های API' },
  commands: { en: 'On the command line', fa: 'در خط فرمان' },
  commandsIntro: {
    en: '`HUB`, `PORT` and `REGISTRY` stand for values of your own.',
    fa: '‏`HUB`، `PORT` و `REGISTRY` به‌جای مقدارهای خودتان آمده‌اند.',
  },
  exitCode: { en: 'exit code', fa: 'کد خروج' },
  mistake: { en: 'Mistake', fa: 'اشتباه' },
  sees: { en: 'What you see', fa: 'چه می‌بینید' },
} as const satisfies Readonly<Record<string, Text>>;

/** The problems that the check reports for a mistake. Throws when it reports none, or when nothing is replaced. */
export function problemsOf(
  { manifest, service_origin }: Mistakes,
  { en, replace: [from, to] }: ManifestMistake,
): readonly Problem[] {
  const changed = manifest.replace(from, () => to);
  const problems =
    changed === manifest ? [] : checkSource(changed, { production: true, serviceOrigins: [service_origin] }).problems;
  if (problems.length === 0) throw new Error(`"${en}" of docs/guide/mistakes.yaml is no mistake`);
  return problems;
}

export interface MistakesPageOptions {
  readonly language: Language;
  readonly errors: ReadonlyMap<string, ErrorDocument>;
}

export function mistakesPage(mistakes: Mistakes, { language, errors }: MistakesPageOptions): Page {
  const head = [words.mistake[language], words.sees[language]];
  const manifestRows = mistakes.mistakes.map((mistake) => [
    escapeHtml(mistake[language]),
    problemsOf(mistakes, mistake)
      .map((problem) => problemHtml(problem, language))
      .join('<br>'),
  ]);
  const codeRows = mistakes.codes.map(({ code: name, request, sees, ...text }) => [
    `${escapeHtml(text[language])}<br>${code(request)}`,
    [
      `${codeEntry(name)?.status ?? ''} <a href="${addressOf({ language, slug: pageOfCode(name, errors) })}">${code(name)}</a>`,
      withCode(sees[language]),
      withCode(errors.get(name)?.remedies[language] ?? ''),
    ].join('<br>'),
  ]);
  const callRows = mistakes.calls.map(({ answer, log, explained, ...text }) => [
    escapeHtml(text[language]),
    [
      code(answer),
      // Code in the log has its marks as in the terminal.
      `<span dir="ltr" lang="en">${escapeHtml(log)}</span>`,
      ...(language === 'fa' ? [withCode(explained.fa)] : []),
    ].join('<br>'),
  ]);
  const section = (key: 'manifest' | 'calls' | 'codes' | 'commands', body: string): string =>
    `<h2 id="${key}">${words[key][language]}</h2>${body}`;
  return {
    slug: 'mistakes',
    title: words.title[language],
    language,
    contentLanguage: language,
    section: 'guide',
    hasSections: true,
    html: [
      `<p>${withCode(words.intro[language])}</p>`,
      section('manifest', table(words.manifest[language], head, manifestRows)),
      section('calls', `<p>${withCode(words.callsIntro[language])}</p>${table(words.calls[language], head, callRows)}`),
      section('codes', table(words.codes[language], head, codeRows)),
      section(
        'commands',
        `<p>${withCode(words.commandsIntro[language])}</p>${[
          ...mistakes.npm.map((one) => npmHtml(one, language)),
          ...mistakes.commands.map((one) => commandHtml(one, language)),
        ].join('\n')}`,
      ),
    ].join('\n'),
  };
}

function problemHtml({ line, path, message, message_fa, hint, hint_fa }: Problem, language: Language): string {
  const [text, next] = language === 'fa' ? [message_fa, hint_fa] : [message, hint];
  const place = code(path === '' ? String(line) : `${line}: ${path}`);
  return `${place} ${escapeHtml(text)}${next === undefined ? '' : `<br>${escapeHtml(next)}`}`;
}

function npmHtml({ key, command, line, next, ...text }: NpmMistake, language: Language): string {
  return `<h3 id="${key.replaceAll('_', '-')}">${escapeHtml(text[language])}</h3>
${codeBlock(`$ ${command}`, 'console')}${outputBlock(line, 'ltr')}<p>${withCode(next[language])}</p>`;
}

function commandHtml({ key, command, exit, sees, ...text }: CommandMistake, language: Language): string {
  const direction = language === 'fa' ? 'rtl' : 'ltr';
  return `<h3 id="${key.replaceAll('_', '-')}">${escapeHtml(text[language])}</h3>
${codeBlock(`$ ${withNpx(command)}`, 'console')}${outputBlock(withNpx(sees[language].trimEnd()), direction)}<p>${words.exitCode[language]}: <b>${exit}</b></p>`;
}
